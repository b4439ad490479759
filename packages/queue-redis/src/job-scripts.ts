/**
 * The scripts of the store of jobs; each is one change, whole or not at all. Their one key is the prefix, under which lie:
 *
 * - `job:{id}`: hash of `record` and `rest` (JSON), `version`, `status`, `document`, `key` (of idempotency), `write` (the
 *   mark of the last write). Expires when the job has been finished for long enough.
 * - `key:{key}`: hash of `job` and `fingerprint`. Expires with its job.
 * - `jobs`, `status:{status}`, `document:{document}`: ids of jobs, in the order of their bytes, which is that of time.
 *   Those of expired jobs are taken out as their time comes, by `ended`: id, status and document by time of expiry.
 * - `open`: ids of jobs that are not finished.
 * - `delivery:{id}`: hash of `delivery` (JSON), `lane`, `status`, `attempts` (JSON). Expires when it has been settled for
 *   long enough; the text of one that is settled and not among the newest is dropped before.
 * - `lane:{lane}`: list of the ids of unsettled deliveries. `lanes`: those that are not empty.
 * - `recent`: ids of the newest deliveries, by number. `count`: the last number.
 */

/** How many of the newest deliveries are kept to be shown. */
const RECENT = 1000;

/** What expired, a little at a time: each job that is added makes room for more than one. */
const TIDY = `
local prefix = KEYS[1]

local function now()
  local time = redis.call('TIME')
  return time[1] * 1000 + math.floor(time[2] / 1000)
end

local function tidy()
  for _, ended in ipairs(redis.call('ZRANGEBYSCORE', prefix .. 'ended', '-inf', now(), 'LIMIT', 0, 20)) do
    local id, status, document = unpack(cmsgpack.unpack(ended))
    redis.call('ZREM', prefix .. 'jobs', id)
    redis.call('ZREM', prefix .. 'status:' .. status, id)
    redis.call('ZREM', prefix .. 'document:' .. document, id)
    redis.call('ZREM', prefix .. 'ended', ended)
  end
end
`;

/** Appends the deliveries that begin at an argument: id, lane and JSON of each. */
const APPEND = `
local function forget_text(id)
  local status = redis.call('HGET', prefix .. 'delivery:' .. id, 'status')
  if status and status ~= 'pending' then
    redis.call('HDEL', prefix .. 'delivery:' .. id, 'delivery', 'attempts')
  end
end

local function append(first)
  for at = first, #ARGV, 3 do
    local id, lane, text = ARGV[at], ARGV[at + 1], ARGV[at + 2]
    if redis.call('HSETNX', prefix .. 'delivery:' .. id, 'lane', lane) == 1 then
      redis.call('HSET', prefix .. 'delivery:' .. id, 'delivery', text, 'status', 'pending', 'attempts', '')
      redis.call('RPUSH', prefix .. 'lane:' .. lane, id)
      redis.call('ZADD', prefix .. 'lanes', 0, lane)
      redis.call('ZADD', prefix .. 'recent', redis.call('INCR', prefix .. 'count'), id)
    end
  end
  local many = redis.call('ZCARD', prefix .. 'recent') - ${RECENT}
  if many > 0 then
    for _, id in ipairs(redis.call('ZRANGE', prefix .. 'recent', 0, many - 1)) do forget_text(id) end
    redis.call('ZREMRANGEBYRANK', prefix .. 'recent', 0, many - 1)
  end
end
`;

/**
 * ARGV: id, record, rest, status, whether it is finished (0 or 1), document, mark, milliseconds to keep what is finished,
 * key (or empty), fingerprint, deliveries.
 *
 * Answers `inserted`, `conflict`, or `repeated` with record and rest.
 */
export const INSERT_JOB = `${TIDY}${APPEND}
local id, record, rest, status, finished, document, mark, ttl, key, fingerprint = unpack(ARGV, 1, 10)
local job = prefix .. 'job:' .. id

-- Told again, because the answer was lost.
if redis.call('EXISTS', job) == 1 then return { 'inserted' } end

if key ~= '' then
  local known = redis.call('HMGET', prefix .. 'key:' .. key, 'job', 'fingerprint')
  if known[1] then
    if known[2] ~= fingerprint then return { 'conflict' } end
    local first = redis.call('HMGET', prefix .. 'job:' .. known[1], 'record', 'rest')
    if first[1] then return { 'repeated', first[1], first[2] } end
  end
end

tidy()
redis.call('HSET', job, 'record', record, 'rest', rest, 'version', 1, 'status', status, 'document', document,
  'key', key, 'write', mark)
redis.call('ZADD', prefix .. 'jobs', 0, id)
redis.call('ZADD', prefix .. 'status:' .. status, 0, id)
redis.call('ZADD', prefix .. 'document:' .. document, 0, id)
if key ~= '' then redis.call('HSET', prefix .. 'key:' .. key, 'job', id, 'fingerprint', fingerprint) end
if finished == '1' then
  redis.call('PEXPIRE', job, ttl)
  if key ~= '' then redis.call('PEXPIRE', prefix .. 'key:' .. key, ttl) end
  redis.call('ZADD', prefix .. 'ended', now() + ttl, cmsgpack.pack({ id, status, document }))
else
  redis.call('ZADD', prefix .. 'open', 0, id)
end
append(11)
return { 'inserted' }
`;

/**
 * ARGV: id, version, record, rest, status, whether it is finished, mark, milliseconds to keep what is finished,
 * deliveries.
 *
 * Answers the new version, or nothing when the job is not there or of another version.
 */
export const REPLACE_JOB = `${TIDY}${APPEND}
local id, version, record, rest, status, finished, mark, ttl = unpack(ARGV, 1, 8)
local job = prefix .. 'job:' .. id

local was = redis.call('HMGET', job, 'version', 'status', 'document', 'key', 'write')
if not was[1] then return false end
if was[1] ~= version then
  -- Told again, because the answer was lost.
  if was[5] == mark then return tonumber(was[1]) end
  return false
end

local was_open = redis.call('ZSCORE', prefix .. 'open', id)
redis.call('HSET', job, 'record', record, 'rest', rest, 'version', version + 1, 'status', status, 'write', mark)
if was[2] ~= status then
  redis.call('ZREM', prefix .. 'status:' .. was[2], id)
  redis.call('ZADD', prefix .. 'status:' .. status, 0, id)
end
if finished == '1' and was_open then
  tidy()
  redis.call('ZREM', prefix .. 'open', id)
  redis.call('PEXPIRE', job, ttl)
  if was[4] ~= '' then redis.call('PEXPIRE', prefix .. 'key:' .. was[4], ttl) end
  redis.call('ZADD', prefix .. 'ended', now() + ttl, cmsgpack.pack({ id, status, was[3] }))
end
append(9)
return version + 1
`;

/** ARGV: id. Answers record, rest and version. */
export const GET_JOB = `
return redis.call('HMGET', KEYS[1] .. 'job:' .. ARGV[1], 'record', 'rest', 'version')
`;

/**
 * ARGV: limit, cursor (or empty), status (or empty), `0` or `1` and document.
 *
 * Answers the records, at most one more than the limit, newest first; and, when it stopped before the end because it
 * found too few among many, the id where it stopped.
 */
export const LIST_JOBS = `${TIDY}
local limit, cursor, status, by_document, document = unpack(ARGV, 1, 5)
limit = tonumber(limit)
tidy()

local index = prefix .. 'jobs'
if by_document == '1' then
  index = prefix .. 'document:' .. document
elseif status ~= '' then
  index = prefix .. 'status:' .. status
end

local from = '+'
if cursor ~= '' then from = '(' .. cursor end
local records = {}
for _ = 1, 50 do
  local ids = redis.call('ZRANGE', index, from, '-', 'BYLEX', 'REV', 'LIMIT', 0, math.max(100, limit + 1))
  for _, id in ipairs(ids) do
    local job = redis.call('HMGET', prefix .. 'job:' .. id, 'record', 'status')
    if not job[1] then
      redis.call('ZREM', index, id)
    elseif status == '' or job[2] == status then
      records[#records + 1] = job[1]
      if #records > limit then return { records, '' } end
    end
  end
  if #ids < math.max(100, limit + 1) then return { records, '' } end
  from = '(' .. ids[#ids]
end
return { records, string.sub(from, 2) }
`;

/** ARGV: name of the set, limit, id (or empty) after which to go on. Answers ids in their order. */
export const LIST_IDS = `
local from = '-'
if ARGV[3] ~= '' then from = '(' .. ARGV[3] end
return redis.call('ZRANGE', KEYS[1] .. ARGV[1], from, '+', 'BYLEX', 'LIMIT', 0, ARGV[2])
`;

/** ARGV: lane. Answers delivery, status and attempts of its first unsettled one. */
export const NEXT_DELIVERY = `
local prefix = KEYS[1]
local lane = prefix .. 'lane:' .. ARGV[1]
while true do
  local id = redis.call('LINDEX', lane, 0)
  if not id then
    redis.call('ZREM', prefix .. 'lanes', ARGV[1])
    return false
  end
  local found = redis.call('HMGET', prefix .. 'delivery:' .. id, 'delivery', 'status', 'attempts')
  if found[1] and found[2] == 'pending' then return found end
  redis.call('LPOP', lane)
end
`;

/** ARGV: id, JSON of the attempt, status, milliseconds to keep what is settled. */
export const NOTE_ATTEMPT = `
local prefix = KEYS[1]
local id, attempt, status, ttl = unpack(ARGV, 1, 4)
local delivery = prefix .. 'delivery:' .. id
local was = redis.call('HMGET', delivery, 'lane', 'status', 'attempts')
if was[2] ~= 'pending' then return end

local attempts = was[3]
-- Told again, because the answer was lost: then it is there already.
if string.sub(attempts, -#attempt) ~= attempt then
  if attempts ~= '' then attempts = attempts .. ',' end
  attempts = attempts .. attempt
end
redis.call('HSET', delivery, 'attempts', attempts, 'status', status)
if status == 'pending' then return end

redis.call('PEXPIRE', delivery, ttl)
if not redis.call('ZSCORE', prefix .. 'recent', id) then redis.call('HDEL', delivery, 'delivery', 'attempts') end
local lane = prefix .. 'lane:' .. was[1]
redis.call('LREM', lane, 1, id)
if redis.call('EXISTS', lane) == 0 then redis.call('ZREM', prefix .. 'lanes', was[1]) end
`;

/** ARGV: limit. Answers delivery, status and attempts of each of the newest. */
export const RECENT_DELIVERIES = `
local prefix = KEYS[1]
local limit = tonumber(ARGV[1])
local found = {}
local from = 0
while #found < limit * 3 do
  local ids = redis.call('ZREVRANGE', prefix .. 'recent', from, from + limit - 1)
  if #ids == 0 then break end
  for _, id in ipairs(ids) do
    local one = redis.call('HMGET', prefix .. 'delivery:' .. id, 'delivery', 'status', 'attempts')
    if not one[1] then
      redis.call('ZREM', prefix .. 'recent', id)
    else
      from = from + 1
      if #found < limit * 3 then
        found[#found + 1] = one[1]
        found[#found + 1] = one[2]
        found[#found + 1] = one[3]
      end
    end
  end
end
return found
`;
