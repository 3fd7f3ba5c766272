import { describe, expect, it } from '@jest/globals';
import { reportedHost } from './reported-host.js';

describe('what leaves the instance of a denied host', () => {
  it.each([
    ['api.acme.ir', '*.acme.ir'],
    ['acme.ir', 'acme.ir'],
    ['sara-tehran-branch.crm.acme.co.uk', '*.acme.co.uk'],
    ['c2vjcmv0.tunnel.acme.test', '*.acme.test'],
    [`${'a'.repeat(60)}.ir`, `${'a'.repeat(32)}….ir`],
    ['10.1.2.3', 'private'],
    ['192.168.0.9', 'private'],
    ['169.254.169.254', 'private'],
    ['172.20.0.1', 'private'],
    ['100.64.0.1', 'private'],
    ['93.184.216.34', '93.184.216.34'],
    ['service.containers.internal', 'service.containers.internal'],
    ['localhost', 'localhost'],
    ['a?b?.tunnel.acme.ir', '*.acme.ir'],
    ['.', '.'],
    ['*', '*'],
  ])('of %s is %s', (host, expected) => {
    expect(reportedHost(host)).toBe(expected);
  });
});
