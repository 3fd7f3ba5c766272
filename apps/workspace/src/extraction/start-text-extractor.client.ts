/** Starts the extraction of texts, and says how it runs: in the log, and in the details of `/health/ready`. */
import { log, registerDetail } from '@kushk/runtime';
import { extractionMode, type ExtractionSetting } from './confinement.js';
import { EXTRACTION_LIMITS, TextExtractor } from './text-extractor.client.js';

/** A machine may be busy when its services start. */
const TRIAL_MS = 30_000;

export async function startTextExtractor(
  setting: ExtractionSetting,
  trial = refusalOfConfinement,
): Promise<TextExtractor> {
  const refusal = await trial();
  const mode = extractionMode(setting, refusal);
  registerDetail('text extraction', () => (refusal === null ? mode : `${mode}, the system refuses: ${refusal}`));
  if (refusal === null) log.info({ mode }, 'text extraction started');
  else log.warn({ mode, reason: refusal }, 'the system refuses to confine the text extraction');
  return new TextExtractor({ mode });
}

/**
 * The reason why the system refuses the confinement; null when it does not. A text is really extracted, because
 * namespaces and mounts can be refused in many places.
 */
export async function refusalOfConfinement(): Promise<string | null> {
  const extractor = new TextExtractor({ mode: 'confined', limits: { ...EXTRACTION_LIMITS, wallMs: TRIAL_MS } });
  try {
    const extraction = await extractor.extract('text/html', Buffer.from('<p>text</p>'));
    return extraction.status === 'extracted' ? null : extraction.status;
  } catch (error) {
    return (error as Error).message;
  }
}
