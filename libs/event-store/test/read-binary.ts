/** Reads values in the binary format of PostgreSQL as texts, with nothing in common with the code that writes them. */

/** The bytes before the rows of a `copy`. */
const copyHeaderBytes = 19;
const int4Oid = 23;
const int8Oid = 20;

/** The type of a field; of other fields the text is empty. */
export type FieldType = 'text' | 'integer' | 'uuid' | 'other';

/** Returns the items of an array of texts or integers. */
export function readArray(bytes: Buffer): string[] {
  const type = [int4Oid, int8Oid].includes(bytes.readInt32BE(8)) ? 'integer' : 'text';
  const length = bytes.readInt32BE(0) === 0 ? 0 : bytes.readInt32BE(12);
  const fields = fieldsFrom(bytes, 20);
  return Array.from({ length }, () => textOf(fields(), type));
}

/** Returns the rows of a `copy`. */
export function readRows(bytes: Buffer, types: readonly FieldType[]): string[][] {
  const rows: string[][] = [];
  let at = copyHeaderBytes;
  while (bytes.readInt16BE(at) === types.length) {
    const fields = fieldsFrom(bytes, at + 2);
    const values = types.map(() => fields());
    rows.push(values.map((value, index) => textOf(value, types[index] as FieldType)));
    at += 2 + values.reduce((sum, value) => sum + 4 + value.length, 0);
  }
  if (bytes.readInt16BE(at) !== -1 || bytes.length !== at + 2) throw new Error('the rows do not end where they should');
  return rows;
}

/** No value of these tests is null. */
function fieldsFrom(bytes: Buffer, first: number): () => Buffer {
  let at = first;
  return () => {
    const begin = at + 4;
    at = begin + bytes.readInt32BE(at);
    return bytes.subarray(begin, at);
  };
}

function textOf(bytes: Buffer, type: FieldType): string {
  switch (type) {
    case 'text':
      return bytes.toString();
    case 'integer':
      return String(bytes.length === 8 ? bytes.readBigInt64BE() : bytes.readInt32BE());
    case 'uuid':
      return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
    case 'other':
      return '';
  }
}
