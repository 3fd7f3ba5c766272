/**
 * Preloaded with `--import closed-network.mjs?names=FILE&plugin=PORT&strays=PORT`: names get their addresses from a file,
 * and no connection leaves this machine. The one public address of the file's names is the plugin. A connection to any
 * other address that is not loopback, or to the HTTPS port of loopback, ends at a port that counts it.
 */
import dns from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { Socket } from 'node:net';

const PUBLIC_ADDRESS = '9.9.9.9';
const HTTPS_PORT = 443;
const parameters = new URL(import.meta.url).searchParams;
const ports = { plugin: Number(parameters.get('plugin')), strays: Number(parameters.get('strays')) };

function addressesOf(name, family) {
  const { [name]: addresses = [] } = JSON.parse(readFileSync(parameters.get('names'), 'utf8'));
  const found = addresses.filter((address) => address.includes(':') === (family === 6));
  if (found.length > 0) return found;
  throw Object.assign(new Error(`${name} has no address`), { code: 'ENOTFOUND' });
}

dns.Resolver.prototype.resolve4 = async (name) => addressesOf(name, 4);
dns.Resolver.prototype.resolve6 = async (name) => addressesOf(name, 6);

const { connect } = Socket.prototype;
Socket.prototype.connect = function (...given) {
  const options = Array.isArray(given[0]) ? given[0][0] : given[0];
  if (typeof options === 'object' && options.port !== undefined) {
    const { host = 'localhost', port } = options;
    const isLoopback = /^(?:localhost|::1|127\.\d+\.\d+\.\d+)$/.test(host);
    if (!isLoopback || Number(port) === HTTPS_PORT)
      Object.assign(options, { host: '127.0.0.1', port: host === PUBLIC_ADDRESS ? ports.plugin : ports.strays });
  }
  return connect.apply(this, given);
};
