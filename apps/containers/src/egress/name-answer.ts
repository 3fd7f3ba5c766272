/** What the name server of a container answers. Pure. */
import packet from 'dns-packet';

export interface NameAnswers {
  /** Addresses by declared name, in lower case. */
  readonly hosts: ReadonlyMap<string, string>;
  /** A question for another name. */
  readonly onUnknown: (name: string) => void;
}

const TTL_SECONDS = 30;

/** The answer to a question; null for what is not a question. */
export function answerTo(message: Buffer, { hosts, onUnknown }: NameAnswers): Buffer | null {
  const question = decoded(message);
  const [first] = question?.questions ?? [];
  if (question?.type !== 'query' || first === undefined) return null;
  const name = first.name.toLowerCase().replace(/\.$/, '');
  const address = hosts.get(name);
  if (address === undefined) onUnknown(name);
  return packet.encode({
    type: 'response',
    id: question.id ?? 0,
    flags:
      ((question.flags ?? 0) & packet.RECURSION_DESIRED) |
      packet.RECURSION_AVAILABLE |
      packet.AUTHORITATIVE_ANSWER |
      (address === undefined ? NAME_ERROR : 0),
    questions: [first],
    // Only IPv4 leads out; another type of question has an empty answer.
    answers:
      address === undefined || first.type !== 'A'
        ? []
        : [{ type: 'A', name: first.name, ttl: TTL_SECONDS, data: address }],
  });
}

/** RFC 1035, 4.1.1: the name does not exist. */
const NAME_ERROR = 3;

function decoded(message: Buffer): packet.DecodedPacket | null {
  try {
    return packet.decode(message);
  } catch {
    return null;
  }
}
