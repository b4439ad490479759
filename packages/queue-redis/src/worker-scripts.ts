/**
 * The scripts of the registry. Under the prefix, `worker:{id}` is what a worker said last, and expires; `workers` holds
 * the ids, those of expired workers until somebody looks.
 */

/** ARGV: milliseconds to live, then id and JSON of each worker. */
export const NOTE_WORKERS = `
for at = 2, #ARGV, 2 do
  redis.call('SET', KEYS[1] .. 'worker:' .. ARGV[at], ARGV[at + 1], 'PX', ARGV[1])
  redis.call('ZADD', KEYS[1] .. 'workers', 0, ARGV[at])
end
`;

/** ARGV: ids. */
export const REMOVE_WORKERS = `
for _, id in ipairs(ARGV) do
  redis.call('DEL', KEYS[1] .. 'worker:' .. id)
  redis.call('ZREM', KEYS[1] .. 'workers', id)
end
`;

/** Answers the JSON of each worker, by id. */
export const LIST_WORKERS = `
local found = {}
for _, id in ipairs(redis.call('ZRANGE', KEYS[1] .. 'workers', 0, -1)) do
  local text = redis.call('GET', KEYS[1] .. 'worker:' .. id)
  if text then
    found[#found + 1] = text
  else
    redis.call('ZREM', KEYS[1] .. 'workers', id)
  end
end
return found
`;
