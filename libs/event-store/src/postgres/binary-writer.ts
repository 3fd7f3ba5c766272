/** Writes values as PostgreSQL receives them: numbers in network byte order, and texts in UTF-8 after their length. */

const firstBytes = 64 * 1024;
/** A larger buffer is not used again. */
const largestReused = 4 * 1024 * 1024;
/** Up to this length, a text gets the room that its characters could take at most, without looking at them. */
const shortText = 1_024;
const wordValues = 2 ** 32;

export class BinaryWriter {
  private bytes = Buffer.allocUnsafe(firstBytes);
  private length = 0;

  /** Returns what was written since the last call. */
  take(): Buffer {
    const taken = Buffer.from(this.bytes.subarray(0, this.length));
    this.clear();
    return taken;
  }

  clear(): void {
    this.length = 0;
    if (this.bytes.length > largestReused) this.bytes = Buffer.allocUnsafe(firstBytes);
  }

  int8(value: number): void {
    this.reserve(1);
    this.length = this.bytes.writeInt8(value, this.length);
  }

  int16(value: number): void {
    this.reserve(2);
    this.length = this.bytes.writeInt16BE(value, this.length);
  }

  int32(value: number): void {
    this.reserve(4);
    this.length = this.bytes.writeInt32BE(value, this.length);
  }

  /** A number must be an integer. Throws `RangeError` for more than 64 bits. */
  int64(value: bigint | number): void {
    this.reserve(8);
    if (!Number.isSafeInteger(value)) {
      this.length = this.bytes.writeBigInt64BE(BigInt(value), this.length);
      return;
    }
    // A third of the time that a bigint takes.
    const high = Math.floor((value as number) / wordValues);
    this.int32(high);
    this.length = this.bytes.writeUInt32BE((value as number) - high * wordValues, this.length);
  }

  /** Writes the length of a text in bytes and the text, after a `prefix` of one byte if there is one. */
  text(value: string, prefix: number | null = null): void {
    this.reserve(5 + (value.length <= shortText ? 3 * value.length : Buffer.byteLength(value)));
    const lengthAt = this.length;
    this.length += 4;
    if (prefix !== null) this.int8(prefix);
    this.length += this.bytes.write(value, this.length);
    this.bytes.writeInt32BE(this.length - lengthAt - 4, lengthAt);
  }

  /** Writes bytes, without their length. */
  raw(value: Buffer): void {
    this.reserve(value.length);
    this.length += value.copy(this.bytes, this.length);
  }

  /** Writes the number of bytes and the bytes of a text in hex. Returns false when it is no hex. */
  hex(value: string): boolean {
    const count = value.length / 2;
    if (!Number.isInteger(count)) return false;
    this.int32(count);
    this.reserve(count);
    const written = this.bytes.write(value, this.length, 'hex');
    this.length += written;
    return written === count;
  }

  /** Writes the length of what `write` writes, and that. */
  sized(write: () => void): void {
    const lengthAt = this.length;
    this.int32(0);
    write();
    this.bytes.writeInt32BE(this.length - lengthAt - 4, lengthAt);
  }

  private reserve(length: number): void {
    if (this.length + length <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(2 * this.bytes.length, this.length + length));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }
}
