import { BlockList, isIP } from "node:net";

const LOOPBACK = new BlockList();
LOOPBACK.addSubnet("127.0.0.0", 8, "ipv4");
LOOPBACK.addAddress("::1", "ipv6");

/** Whether a host, as one listens on it or as a browser names it, is this machine and nothing else. */
export function isLoopback(host: string): boolean {
  const name = host.replace(/^\[(.*)\]$/, "$1").toLowerCase();
  const family = isIP(name);
  return family === 0 ? name === "localhost" : LOOPBACK.check(name, family === 6 ? "ipv6" : "ipv4");
}
