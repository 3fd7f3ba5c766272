/** Reports to the hub which version of the software this instance runs. */
import { installationFacts } from '@kushk/contracts';
import { unreachable } from '@kushk/decider';
import { asPublicFact, publicationOf } from '@kushk/event-store';
import { softwareStream } from './software.js';

export const softwarePublic = publicationOf(softwareStream, (fact) => {
  switch (fact.type) {
    case 'SoftwareVersionChanged': {
      const { softwareVersion: software_version, at } = fact.data;
      return asPublicFact(installationFacts.softwareVersionChanged, { software_version, at });
    }
    default:
      return unreachable(fact.type);
  }
});
