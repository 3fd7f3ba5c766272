/**
 * Verifies a usage statement without the hub (docs/reference/usage.md): the signature, the Merkle root over its lines,
 * and that the lines add up to the signed totals. Lines are added as they are read, so the size of a file does not
 * matter.
 */
import type { StatementLine, UsageCounts, UsageStatement } from '@kushk/contracts';
import {
  EMPTY_MERKLE_TREE,
  keyValidityAt,
  merkleRoot,
  USAGE_STATEMENT_PAYLOAD_TYPE,
  usageStatementDigest,
  verifyDsse,
  withLeaves,
  type Jwks,
} from '@kushk/credentials';
import { sumOfUsage } from '@kushk/manifest';
import { EXIT } from '../exit-codes.js';
import { Failure } from '../failure.js';
import { phrase, type Phrase } from '../phrase.js';

/** A statement whose signature is valid. */
export interface SignedStatement {
  readonly statement: UsageStatement;
  readonly kid: string;
  readonly digest: string;
}

const LINES_PER_BATCH = 1_000;

/** Opens the first line of a file. Throws a `Failure` when it is no statement or the signature is not valid. */
export function openStatement(text: string, keys: Jwks, names: { file: string; keys: string }): SignedStatement {
  const envelope = parse(text) as { payloadType?: unknown; signatures?: readonly { keyid?: unknown }[] } | null;
  if (envelope?.payloadType !== USAGE_STATEMENT_PAYLOAD_TYPE || !Array.isArray(envelope.signatures))
    throw failed('malformed', phrase`the first line of ${names.file} is not a signed statement`);
  const content = verifyDsse(keys, envelope);
  if (content === null) {
    const kids = envelope.signatures.map(({ keyid }) => keyid);
    if (!keys.keys.some((key) => kids.includes(key['kid'])))
      throw failed('key_unknown', phrase`the key ${String(kids[0])} that signed the statement is not in ${names.keys}`);
    throw failed('signature_invalid', phrase`the signature is not valid`);
  }
  const statement = parse(content.payload.toString('utf8')) as UsageStatement;
  const validity = keyValidityAt(keys, content.kid, new Date(statement.closed_at));
  if (validity !== 'valid')
    throw failed(
      'key_invalid',
      phrase`the key ${content.kid} was not valid when the statement was closed (${validity})`,
    );
  return { statement, kid: content.kid, digest: usageStatementDigest(content.payload) };
}

/** Compares the lines of a statement with what was signed. */
export class StatementLines {
  private tree = EMPTY_MERKLE_TREE;
  private batch: string[] = [];
  private readonly months = new Map<string, { lines: number; totals: UsageCounts }>();

  constructor(private readonly statement: UsageStatement) {}

  add(text: string): void {
    this.batch.push(text);
    if (this.batch.length === LINES_PER_BATCH) this.addBatch();
  }

  /** Call this after the last line. Throws a `Failure` when the lines are not those of the statement. */
  finish(): void {
    this.addBatch();
    const { tree, months, totals } = this.statement;
    if (this.tree.leaves !== tree.leaves)
      throw failed('lines_missing', phrase`the statement has ${tree.leaves} lines, the file has ${this.tree.leaves}`);
    if (merkleRoot(this.tree) !== tree.root)
      throw failed('root_differs', phrase`the lines are not those that were signed: their root differs`);
    for (const { month, lines, totals: stated } of months) {
      const found = this.months.get(month) ?? { lines: 0, totals: sumOfUsage([]) };
      if (found.lines !== lines || !isSame(found.totals, stated)) throw totalsDiffer(month);
    }
    const sum = sumOfUsage([...this.months.values()].map((one) => one.totals));
    if (!isSame(sum, totals)) throw totalsDiffer(this.statement.month);
  }

  private addBatch(): void {
    const first = this.tree.leaves;
    const lines = this.batch.map((text, index) => lineOf(text, first + index));
    for (const [month, ofMonth] of Map.groupBy(lines, (line) => line.month)) {
      const before = this.months.get(month);
      this.months.set(month, {
        lines: (before?.lines ?? 0) + ofMonth.length,
        totals: sumOfUsage(before === undefined ? ofMonth : [before.totals, ...ofMonth]),
      });
    }
    this.tree = withLeaves(this.tree, this.batch);
    this.batch = [];
  }
}

/** Throws a `Failure` unless `statement` names `previous` as the one before it. */
export function checkOrder({ statement }: SignedStatement, previous: SignedStatement): void {
  if (
    statement.previous?.digest !== previous.digest ||
    statement.publisher_id !== previous.statement.publisher_id ||
    statement.previous.month !== previous.statement.month
  )
    throw failed('order', phrase`it does not follow the statement of ${previous.statement.month}`);
}

function lineOf(text: string, index: number): StatementLine {
  const line = parse(text) as StatementLine | null;
  try {
    // Throws when a counter is missing or no amount.
    if (line !== null && typeof line.month === 'string' && sumOfUsage([line])) return line;
  } catch {
    // Reported below.
  }
  // The envelope is the first line of the file.
  throw failed('line_malformed', phrase`line ${index + 2} is not a line of a statement`);
}

function isSame(a: UsageCounts, b: UsageCounts): boolean {
  return (Object.keys(a) as (keyof UsageCounts)[]).every((counter) => a[counter] === b[counter]);
}

function totalsDiffer(month: string): Failure {
  return failed('totals_differ', phrase`the totals of ${month} differ from its lines`);
}

function failed(reason: string, message: Phrase): Failure {
  return new Failure(message, { code: `statement.${reason}`, exitCode: EXIT.refused });
}

/** Returns null for text that is not JSON. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
