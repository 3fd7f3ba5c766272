import { describe, expect, it } from '@jest/globals';
import { builtInFormat, customFormat, numberText } from './number-format.js';

const shown = (stored: string | number, format: number | string, is1904 = false) =>
  numberText(String(stored), typeof format === 'number' ? builtInFormat(format) : customFormat(format), is1904);

describe('numberText', () => {
  it.each([14, 15, 16, 17, 27, 30, 36, 50, 54, 57, 58])('writes a date for the built-in format %i', (id) => {
    expect(shown(44158, id)).toBe('2020-11-23');
  });

  it.each([18, 19, 20, 21, 32, 35, 45, 47, 55])('writes a time for the built-in format %i', (id) => {
    expect(shown(44158.75, id)).toBe('18:00:00');
  });

  it.each<[string, string]>([
    ['yyyy-mm-dd', '2020-11-23'],
    ['[$-fa-IR,16]dd/mm/yyyy;@', '2020-11-23'],
    ['[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy', '2020-11-23'],
    ['"Datum: "d. mmmm', '2020-11-23'],
    ['mmm', '2020-11-23'],
    ['yyyy"年"m"月"d"日"', '2020-11-23'],
    ['[Red]d/m/yy;General', '2020-11-23'],
    ['dd/mm/yyyy hh:mm', '2020-11-23T18:00:00'],
    ['m/d/yy h:mm AM/PM', '2020-11-23T18:00:00'],
    ['yyyy-mm-dd\\Thh:mm:ss.000', '2020-11-23T18:00:00'],
    ['h:mm A/P', '18:00:00'],
    ['mm:ss.0', '18:00:00'],
    ['[h]:mm:ss', '1059810:00:00'],
    ['[mm]:ss', '1059810:00:00'],
  ])('writes the date or time of the format %s', (code, text) => {
    expect(shown(44158.75, code)).toBe(text);
  });

  it.each([
    'General',
    '@',
    '###0',
    '#,##0.00',
    '0.00E+00',
    '0.0############E-0',
    '#,##0_M_M_M;#,##0_M_M_M;_(@_M_M_M',
    '[$Rs-420] #,##0.00',
    '#,##0 "days"',
    '#,##0\\ \\d',
    '[Red]0;[Magenta]-0',
    '# ?/?',
    '*d0',
    '[>=1000]0,"k";0',
    '',
  ])('writes a plain number for the format %s', (code) => {
    expect(shown(1234.5, code)).toBe('1234.5');
  });

  it.each<[number, number | string, string]>([
    [0.5, 9, '50%'],
    [0.125, 10, '12.50%'],
    [0.145, '0%', '15%'],
    [-0.09, '0.0%;[Red]-0.0%', '-9.0%'],
    [0.125, '0.##%', '12.5%'],
    [0.5, '0.##%', '50%'],
    [12, '#,##0%', '1200%'],
    [0.07, '0.00\\ %', '7.00%'],
    [0.5, `0.${'0'.repeat(200)}%`, '50.000000000000000%'],
  ])('writes %d of the format %s as the percentage %s', (value, format, text) => {
    expect(shown(value, format)).toBe(text);
  });

  it.each<[number, string, string]>([
    [1, 'yyyy-mm-dd', '1900-01-01'],
    [59, 'yyyy-mm-dd', '1900-02-28'],
    [60, 'yyyy-mm-dd', '1900-02-29'],
    [61, 'yyyy-mm-dd', '1900-03-01'],
    [2_958_465, 'yyyy-mm-dd', '9999-12-31'],
    [2_958_466, 'yyyy-mm-dd', '2958466'],
    [-1, 'yyyy-mm-dd', '-1'],
    [0.5, 'yyyy-mm-dd hh:mm', '12:00:00'],
    [0.999_999_999, 'hh:mm', '00:00:00'],
    [43_999.999_999_99, 'yyyy-mm-dd', '2020-06-18'],
    [1.5, '[h]:mm', '36:00:00'],
    [-0.25, '[h]:mm', '-06:00:00'],
  ])('writes %d of the format %s as %s', (value, code, text) => {
    expect(shown(value, code)).toBe(text);
  });

  it('counts days from 1904 in files that do', () => {
    expect(shown(0, 'yyyy-mm-dd', true)).toBe('1904-01-01');
    expect(shown(42_696.5, 'yyyy-mm-dd hh:mm', true)).toBe('2020-11-23T12:00:00');
    expect(shown(-1, 'yyyy-mm-dd', true)).toBe('-1');
  });

  it.each([
    ['39.950000000000003', '39.95'],
    ['0.30000000000000004', '0.3'],
    ['1.2E-2', '0.012'],
    ['1.5E+3', '1500'],
    ['6219861012345678', '6219861012345678'],
    ['007', '007'],
    ['n/a', 'n/a'],
  ])('writes the stored number %s as %s', (stored, text) => {
    expect(shown(stored, 0)).toBe(text);
  });
});
