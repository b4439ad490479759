import ipaddr from 'ipaddr.js';

/**
 * Whether an IP address is one of the public internet. Everything special is not: private, loopback, link-local,
 * carrier-grade and documentation ranges, multicast, what translates or tunnels to IPv4, and what is no address at all.
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address in IPv6 clothes is judged as what it reaches.
  return ipaddr.process(address).range() === 'unicast';
}
