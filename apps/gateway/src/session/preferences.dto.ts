import { CodePoints } from '@kushk/edge';
import { IsIn, IsOptional, IsString, Matches } from 'class-validator';

export class PreferencesBody {
  @IsIn(['fa', 'en']) readonly language: 'fa' | 'en';
  /** `auto`: as the browser or the system has it. */
  @IsIn(['auto', 'light', 'dark']) readonly theme: 'auto' | 'light' | 'dark';
}

export class ViewBody {
  /** The path of the list in the address: `/cases`. */
  @IsString()
  @CodePoints(1, 200)
  @Matches(/^\/[\w.~%:@+-][\w.~%:@+/-]*$/)
  readonly path: string;
  @IsString() @CodePoints(1, 60) readonly name: string;
  /** The filters as the address has them: `?q=rent`. Other letters than those of ASCII are percent-encoded there. */
  @IsOptional()
  @IsString()
  @CodePoints(1, 2_000)
  @Matches(/^\?[!"$-~]*$/)
  readonly search?: string | null;
}
