import { connect } from 'node:net';

/** Everything that a Redis holds: each key with its type and its serialised value, of every database. */
export async function dumpRedis(port: number): Promise<Buffer> {
  const dump = `
    local all = {}
    local cursor = '0'
    repeat
      local found = redis.call('SCAN', cursor, 'COUNT', 1000)
      cursor = found[1]
      for _, key in ipairs(found[2]) do all[#all + 1] = key .. ' ' .. (redis.call('DUMP', key) or '') end
    until cursor == '0'
    return table.concat(all, '\\n')
  `;
  const answer = await ask(port, ['EVAL', dump, '0']);
  if (!answer.toString('latin1', 0, 1).startsWith('$')) throw new Error(answer.toString('latin1', 0, 500));
  return answer;
}

/** Sends one command and answers the bytes of its bulk reply. */
function ask(port: number, words: readonly string[]): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    let answer = Buffer.alloc(0);
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join('')}`);
    });
    socket.on('error', reject);
    socket.on('data', (chunk) => {
      answer = Buffer.concat([answer, chunk]);
      const head = /^\$(\d+)\r\n|^-.*\r\n/.exec(answer.toString('latin1', 0, 200));
      if (!head) return;
      const [whole, length] = head;
      if (length !== undefined && answer.length < whole.length + Number(length) + 2) return;
      socket.destroy();
      resolve(answer);
    });
  });
}
