/** Where a release comes from. A hub of 0.1.0 sends no `provenance`. */
import type { Provenance } from '@kushk/contracts';
import { printable, table, type Terminal } from '../terminal.js';

/** One line; none for a release that no CI job submitted. */
export function provenanceLine(terminal: Terminal, provenance: Provenance | null | undefined): string[] {
  if (!provenance) return [];
  const { issuer, claims } = provenance;
  const repository = claims['repository'] ?? claims['project_path'] ?? issuer;
  return [`  ${terminal.translate`submitted by a CI job of ${printable(repository)}`}`];
}

/** With the issuer of the job's token and its claims, by their names. */
export function provenanceLines(terminal: Terminal, provenance: Provenance | null | undefined): string[] {
  if (!provenance) return [];
  const { issuer, claims } = provenance;
  return [
    ...provenanceLine(terminal, provenance),
    ...table([[`    iss`, issuer], ...Object.entries(claims).map(([name, value]) => [`    ${name}`, value])]),
  ];
}
