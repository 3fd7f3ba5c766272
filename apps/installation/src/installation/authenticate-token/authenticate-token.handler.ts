import { queryHandler, respond } from '@kushk/broker';
import { installation } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { realNow } from '@kushk/runtime';
import { InstallationResources } from '../installation-resources.js';
import { Installations } from '../installation.view.js';

export const AuthenticateTokenHandler = queryHandler(
  installation.authenticateToken,
  { installations: Installations, resources: InstallationResources },
  async (token, { installations, resources }) => {
    const [row] = await installations.findByTokens([token], realNow());
    return row ? respond(resources.forGateway(row)) : refuse('auth.token_invalid');
  },
);
