/** Where plugins make the service connect to. Names have the addresses that the proof gives them. */
import { each, expectSeen, type Attack } from './attack.js';
import { call, verdictOf } from './http.js';
import { PUBLIC_ADDRESS } from './friendly-plugin.js';
import { newManifest } from './parties.js';

const specialAddresses = [
  ...['127.0.0.1', '0.0.0.0', '0.1.2.3', '10.0.0.1', '172.16.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1'],
  ...[
    '192.0.0.1',
    '192.0.2.1',
    '198.18.0.1',
    '198.51.100.1',
    '203.0.113.1',
    '224.0.0.1',
    '240.0.0.1',
    '255.255.255.255',
  ],
  ...[
    '192.88.99.1',
    '192.31.196.1',
    '192.52.193.1',
    '192.175.48.1',
    '::',
    '::1',
    '::ffff:127.0.0.1',
    '::ffff:10.0.0.1',
  ],
  ...['::ffff:0:127.0.0.1', '::127.0.0.1', '64:ff9b::7f00:1', '64:ff9b:1::1', '100::1', '2001::1', '2001:db8::1'],
  ...[
    '2001:20::1',
    '2001:10::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fec0::1',
    'ff02::1',
    '3fff::1',
  ],
  ...['5f00::1', '2001:2::1', '2001:3::1', '2620:4f:8000::1', 'fe80::1%eth0'],
];

const addresses: Attack = {
  name: 'no call to a plugin connects to an address that is not public, alone or beside a public one',
  plantedDefect: 'any-address',
  run: async (system) => {
    const { network, tokens } = system;
    const name = 'moving.example.com';
    network.name(name, [PUBLIC_ADDRESS]);
    const tools = [{ name: 'ping', description: 'Pings.', input_schema: { type: 'object' } }];
    const manifest = newManifest({ base_url: `https://${name}`, tools });
    await system.publish(manifest);
    const { address } = await system.install(manifest);
    network.plugin.respondToTool('ping', []);
    const ping = () => verdictOf('POST', `${address}/tools/ping`, { token: tokens.admin, body: {} });
    const control = await ping();
    const answers = [
      ...specialAddresses.map((one) => [one]),
      ...specialAddresses.slice(0, 8).map((one) => [PUBLIC_ADDRESS, one]),
    ];
    const before = network.strays();
    const seen = await each(answers, String, async (given) => {
      network.name(name, given);
      network.disconnect();
      const arrived = network.plugin.callsTo('/service/tools/ping').length;
      const answer = await ping();
      return answer === '200' && network.plugin.callsTo('/service/tools/ping').length > arrived ? 'connected' : answer;
    });
    const connections = network.strays() - before;
    const refused = Object.fromEntries(Object.keys(seen).map((one) => [one, '502 tool.unreachable']));
    return expectSeen({ control, connections, ...seen }, { control: '200', connections: 0, ...refused });
  },
};

const urls = [
  ...[
    'http://plugin.example.com',
    'https://127.1',
    'https://0x7f000001',
    'https://[::ffff:7f00:1]',
    'https://localhost.',
  ],
  ...['https://a.localhost', 'https://u:p@plugin.example.com', 'https://plugin.example.com:0', 'https://2130706433'],
  ...[
    'https://１２７.0.0.1',
    'https://a.containers.internal',
    'ftp://plugin.example.com',
    'https://169.254.169.254',
    'https://router.local',
  ],
  ...[
    'https://10.0.0.1',
    'https://[fd00:ec2::254]',
    'https://0177.0.0.1',
    'https://metadata',
    'javascript:alert(1)',
    '//plugin.example.com',
  ],
];
const spellings: Attack = {
  name: 'no spelling of an address that is not public is the base_url of a release',
  plantedDefect: 'any-base-url',
  run: async (system) => {
    const seen = await each(urls, String, async (base_url) => {
      const body = { manifest: newManifest({ base_url }) };
      const { json, status } = await call('POST', `${system.hub}/developer/v1/releases`, {
        token: system.keys.acme,
        body,
      });
      // 201: what every instance in production refuses is a warning, because other instances may accept it.
      const names = JSON.stringify(status === 201 ? json['warnings'] : json);
      return [201, 422].includes(status) && names.includes('/base_url')
        ? 'refused'
        : `${status} ${JSON.stringify(json).slice(0, 80)}`;
    });
    return expectSeen(seen, 'refused');
  },
};

export const destinationAttacks: readonly Attack[] = [addresses, spellings];
