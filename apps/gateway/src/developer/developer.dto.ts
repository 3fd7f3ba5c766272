import { Allow, IsString, Length } from 'class-validator';

/** Passed on as it came: notes, tier and manifest are judged by the catalogue, in the order of contract §3. */
export class SubmissionBody {
  @Allow() manifest?: unknown;
  @Allow() requested_tier?: unknown;
  @Allow() notes?: unknown;
}

export class ReasonBody {
  @IsString() @Length(1, 2000) reason: string;
}
