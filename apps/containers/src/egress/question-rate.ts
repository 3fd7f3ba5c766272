/** How many questions over UDP the name server of one container answers: a token bucket. Pure. */
const BURST = 200;
const PER_SECOND = 100;

export class QuestionRate {
  private questions = BURST;
  private refilledAtMs: number;

  /** `nowMs` must not decrease between calls. */
  constructor(nowMs: number) {
    this.refilledAtMs = nowMs;
  }

  /** Whether one more question is answered. */
  take(nowMs: number): boolean {
    this.questions = Math.min(BURST, this.questions + ((nowMs - this.refilledAtMs) / 1_000) * PER_SECOND);
    this.refilledAtMs = nowMs;
    if (this.questions < 1) return false;
    this.questions -= 1;
    return true;
  }
}
