import { IsArray, IsBoolean, IsIn, IsObject, IsOptional, IsString, Matches } from 'class-validator';
import { TRUST_SCOPES, type TrustScope } from '@kushk/contracts';
import { CodePoints, IsTime, UniqueItems } from '@kushk/edge';
import { PLUGIN_ID, PLUGIN_ID_MAX } from './operator.dto.js';

export class TrustBody {
  /** The `iss` claim of the tokens, such as `https://token.actions.githubusercontent.com`. */
  @IsString() @CodePoints(1, 255) readonly issuer: string;
  /** The `aud` claim of the tokens: by custom the address of this hub. */
  @IsString() @CodePoints(1, 255) readonly audience: string;
  /** Patterns by the name of the claim. `*` stands for any text without `/` and `:`. */
  @IsObject() readonly claims: Readonly<Record<string, string>>;
  /** The only plugin that the keys can reach. It need not exist yet. */
  @IsString() @CodePoints(1, PLUGIN_ID_MAX) @Matches(PLUGIN_ID) readonly plugin_id: string;
  @IsArray() @UniqueItems() @IsIn(TRUST_SCOPES, { each: true }) readonly scopes: readonly TrustScope[];
  /** Whether the store shows where releases come from; false by default. */
  @IsOptional() @IsBoolean() readonly public?: boolean | null;
  @IsOptional() @IsTime() readonly expires_at?: string | null;
}
