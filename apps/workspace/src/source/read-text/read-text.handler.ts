import { queryHandler, respond } from '@kushk/broker';
import { workspaceSources } from '@kushk/contracts';
import { refuse } from '@kushk/decider';
import { SourceTexts } from '../source-texts.client.js';
import { Sources } from '../source.view.js';

export const ReadTextHandler = queryHandler(
  workspaceSources.readText,
  { sources: Sources, texts: SourceTexts },
  async ({ organisation_id, person_id, source_id }, { sources, texts }, { deadline }) => {
    const row = await sources.find(organisation_id, person_id, source_id);
    return row === null ? refuse('source.not_found') : respond(await texts.preview(row, deadline));
  },
);
