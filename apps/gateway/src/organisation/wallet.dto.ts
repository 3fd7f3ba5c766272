import { IsIn, IsObject, IsOptional, IsString } from 'class-validator';
import { CodePoints, Documented } from '@kushk/edge';
import { formatOf } from '../openapi/formats.js';

const AMOUNT_MAX = 40;
const REASON_MAX = 1_000;
const ENTRY_ID_MAX = 64;

export class PurchaseBody {
  @IsString() @CodePoints(1, AMOUNT_MAX) @Documented(formatOf.muInRequest) readonly mu: string;
  @IsOptional() @IsString() @CodePoints(1, 200) readonly reference?: string | null;
}
export class GiftBody {
  @IsString() @CodePoints(1, AMOUNT_MAX) @Documented(formatOf.muInRequest) readonly mu: string;
  @IsOptional() @IsString() @CodePoints(1, 1_000) readonly note?: string | null;
}
export class RevocationBody {
  @IsString() @CodePoints(1, AMOUNT_MAX) @Documented(formatOf.muInRequest) readonly mu: string;
  @IsIn(['purchase', 'gift']) readonly kind: 'purchase' | 'gift';
  @IsString() @CodePoints(1, REASON_MAX) readonly reason: string;
}
export class ReversalBody {
  /** The `id` of an entry of the kind `consumption` or `settle`. */
  @IsString() @CodePoints(1, ENTRY_ID_MAX) readonly entry_id: string;
  @IsString() @CodePoints(1, REASON_MAX) readonly reason: string;
}
export class FreezeBody {
  @IsString() @CodePoints(1, REASON_MAX) readonly reason: string;
}
export class BudgetBody {
  /** The most MU of a month, of all services together; null or absent for no limit. */
  @IsOptional()
  @IsString()
  @CodePoints(1, AMOUNT_MAX)
  @Documented(formatOf.muInRequest)
  readonly monthly?: string | null;
  /** The most MU of a month by service key. A service that is absent has no limit of its own. */
  @IsOptional()
  @IsObject()
  @Documented({ type: 'object', additionalProperties: formatOf.muInRequest, maxProperties: 100 })
  readonly services?: Readonly<Record<string, string>> | null;
}
export class ThresholdBody {
  /** The balance below which the wallet is low; null or absent for a tenth of everything that was ever added. */
  @IsOptional()
  @IsString()
  @CodePoints(1, AMOUNT_MAX)
  @Documented(formatOf.muInRequest)
  readonly mu?: string | null;
}
