import { IsIn } from 'class-validator';

export class PreferencesBody {
  @IsIn(['fa', 'en']) readonly language: 'fa' | 'en';
  /** `auto`: as the browser or the system has it. */
  @IsIn(['auto', 'light', 'dark']) readonly theme: 'auto' | 'light' | 'dark';
}
