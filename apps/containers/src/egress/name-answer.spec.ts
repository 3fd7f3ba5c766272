import { describe, expect, it } from '@jest/globals';
import packet from 'dns-packet';
import { answerTo } from './name-answer.js';

const unknown: string[] = [];
const answers = {
  hosts: new Map([['api.acme.ir', '10.213.0.4']]),
  onUnknown: (name: string) => void unknown.push(name),
};
function answer(name: string, type: 'A' | 'AAAA' | 'TXT' = 'A'): packet.DecodedPacket {
  const question = packet.encode({
    type: 'query',
    id: 7,
    flags: packet.RECURSION_DESIRED,
    questions: [{ type, name }],
  });
  return packet.decode(answerTo(question, answers) ?? Buffer.alloc(0));
}

describe('the answer to a question for a name', () => {
  it('is the reserved address of a declared name, in any spelling of its letters', () => {
    expect(answer('API.Acme.ir')).toMatchObject({ id: 7, type: 'response', rcode: 'NOERROR' });
    expect(answer('API.Acme.ir').answers).toMatchObject([{ name: 'API.Acme.ir', type: 'A', data: '10.213.0.4' }]);
  });

  it('is empty for other types of a declared name, so that the asker goes on with IPv4', () => {
    for (const type of ['AAAA', 'TXT'] as const)
      expect(answer('api.acme.ir', type)).toMatchObject({ rcode: 'NOERROR', answers: [] });
  });

  it('is that the name does not exist for every other one, which is counted', () => {
    unknown.length = 0;
    expect(answer('c2VjcmV0.attacker.example', 'TXT')).toMatchObject({ rcode: 'NXDOMAIN', answers: [] });
    expect(answer('x.api.acme.ir')).toMatchObject({ rcode: 'NXDOMAIN', answers: [] });
    expect(unknown).toEqual(['c2vjcmv0.attacker.example', 'x.api.acme.ir']);
  });

  it('is nothing for what is not a question', () => {
    const response = packet.encode({ type: 'response', questions: [{ type: 'A', name: 'api.acme.ir' }] });
    for (const message of [response, Buffer.alloc(0), Buffer.alloc(12), Buffer.from('GET / HTTP/1.1\r\n\r\n')])
      expect(answerTo(message, answers)).toBeNull();
  });
});
