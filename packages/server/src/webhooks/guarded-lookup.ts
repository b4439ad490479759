import { lookup } from 'node:dns';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { isPublicAddress } from './public-address.js';

/** The connection was refused here, before anything was sent. */
export class AddressRefused extends Error {
  readonly code = 'ADDRESS_REFUSED';

  constructor() {
    super('The address is private, loopback or otherwise special');
  }
}

type LookupCallback = (error: NodeJS.ErrnoException | null, address: string | LookupAddress[], family?: number) => void;

/**
 * The system's look-up of host names, which finds public addresses only. What it answers is what is connected to, so a
 * name that changes its address between a check and the connection gains nothing.
 */
export function guardedLookup(hostname: string, options: LookupOptions, callback: LookupCallback): void {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error) {
      callback(error, []);
      return;
    }
    const allowed = found.filter(({ address }) => isPublicAddress(address));
    const [first] = allowed;
    if (!first) callback(new AddressRefused(), []);
    else if (options.all) callback(null, allowed);
    else callback(null, first.address, first.family);
  });
}
