import type { TokenLookup } from '@kushk/contracts';
import type { OpenToolCalls } from '../../tool/open-tool-calls.view.js';
import type { InstallationRow, Installations } from '../installation.view.js';

export interface FoundInstallation {
  readonly row: InstallationRow;
  readonly isCallOpen: boolean;
}

/** Reads the installations of tokens, and whether the tool calls of the lookups are in progress. */
export class TokenReader {
  constructor(
    private readonly installations: Pick<Installations, 'findByTokens'>,
    private readonly openCalls: Pick<OpenToolCalls, 'find'>,
  ) {}

  /** Returns one entry per lookup, in their order; null if a token does not belong to the given installation. */
  async find(lookups: readonly TokenLookup[], at: Date): Promise<(FoundInstallation | null)[]> {
    const callIds = lookups.flatMap(({ call_id }) => call_id ?? []);
    const [rows, open] = await Promise.all([
      this.installations.findByTokens(lookups, at),
      this.openCalls.find(callIds, at),
    ]);
    return lookups.map(({ installation_id, call_id = null }, index) => {
      const row = rows[index] ?? null;
      const isCallOpen = call_id !== null && open.has(`${installation_id} ${call_id}`);
      return row === null ? null : { row, isCallOpen };
    });
  }
}
