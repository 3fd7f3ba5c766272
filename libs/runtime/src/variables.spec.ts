import { describe, expect, it } from '@jest/globals';
import { isRequired } from './config.js';
import { VARIABLES, type VariableName } from './variables.js';

describe('the table of environment variables', () => {
  const names = Object.keys(VARIABLES) as VariableName[];
  const processes = VARIABLES.LOG_LEVEL.readBy;

  it('names each process that does not start without a variable among its readers', () => {
    for (const process of processes)
      for (const name of names.filter((variable) => isRequired(variable, process)))
        expect([name, VARIABLES[name].readBy]).toEqual([name, expect.arrayContaining([process])]);
  });
});
