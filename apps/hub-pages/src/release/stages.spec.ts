import { describe, expect, it } from '@jest/globals';
import { stagesOf } from './stages.js';

describe('stages as they are typed', () => {
  it.each(['10:24,50:12,100', ' 10 : 24, 50%:12 , 100:0', '۱۰:۲۴، ۵۰:۱۲، ۱۰۰'])('are read from %s', (text) => {
    expect(stagesOf(text)).toEqual([
      { percent: 10, hours: 24 },
      { percent: 50, hours: 12 },
      { percent: 100, hours: 0 },
    ]);
  });

  it.each(['', '10:', 'ten:24', '10:24;100', '10:24,,100'])('are not read from "%s"', (text) => {
    expect(stagesOf(text)).toBeNull();
  });
});
