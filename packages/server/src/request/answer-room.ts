import type { Exchange } from '../app/exchange.js';
import type { Service } from '../app/service.js';

/** Makes room for the bytes of an answer; it is used again once the answer is sent. */
export function answerRoom({ answers }: Service, { res }: Exchange): (length: number) => Uint8Array<ArrayBuffer> {
  return (length) => {
    const room = answers.take(length);
    // Not when the client goes away: then the system may still be reading there.
    res.once('finish', () => answers.give(room));
    // Memory that was not asked to be shared is not.
    return new Uint8Array(room.buffer as ArrayBuffer, room.byteOffset, length);
  };
}
