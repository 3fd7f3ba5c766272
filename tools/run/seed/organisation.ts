/** The instance's part of the demo: an organisation with its people and records. */
import { nameOf, subjectOf } from '../sign-in/accounts.js';
import { addCompany } from './add-company.js';
import { nullOn, type Api } from './api.js';
import { readCompany } from './company.js';
import { tokenOf, type SignIn, type Tokens } from './people.js';
import { readState, updateState } from './seed-state.js';
import { tehranDate } from './working-days.js';

interface Me {
  readonly organisation: { readonly id: string };
}

const organisationName = 'شرکت بازرگانی سپهر';
const locale = { language: 'fa', direction: 'rtl', calendar: 'jalali', timezone: 'Asia/Tehran' };
const admin = 'admin';

export interface OrganisationOptions {
  readonly statePath: string;
  readonly tokens: Tokens;
  readonly signIn: SignIn;
  /** The plugin whose calendar events a rule applies. */
  readonly pluginId: string;
  /** The instance's API with an access token. */
  readonly people: (token: string) => Api;
}

/**
 * Creates the organisation with its people and records on the first start, completes it after an interruption, and
 * leaves it as it is afterwards: what people have changed since stays changed. Returns the id of the organisation.
 */
export async function addOrganisation(options: OrganisationOptions): Promise<string> {
  const { statePath, tokens, people } = options;
  const existing = await findOrganisation(people(tokenOf(tokens, admin)));
  // An organisation without a stored state belongs to an earlier data folder, whose seed is over.
  const { company = { day: tehranDate(new Date()), isComplete: existing !== null } } = readState(statePath);
  updateState(statePath, { company });
  const organisation = existing ?? (await createOrganisation(people(tokenOf(tokens, 'platform'))));
  if (!company.isComplete) {
    await addRecords(options, company.day);
    updateState(statePath, { company: { ...company, isComplete: true } });
  }
  return organisation;
}

/** Returns the id of the organisation of its admin; null when the admin belongs to none. */
export async function findOrganisation(orgAdmin: Api): Promise<string | null> {
  return (await nullOn(orgAdmin.get<Me>('/me'), 'auth.role_missing'))?.organisation.id ?? null;
}

/** Creates the organisation with its admin and returns its id. */
export async function createOrganisation(platform: Api): Promise<string> {
  const body = { name: organisationName, locale, admin: { subject: subjectOf(admin), name: nameOf(admin) } };
  return (await platform.post<Me>('/organisations', body)).organisation.id;
}

async function addRecords(options: OrganisationOptions, today: string): Promise<void> {
  const { tokens, signIn, people, pluginId } = options;
  const company = readCompany();
  const others = Object.keys(company.people).filter((username) => tokens[username] === undefined);
  const all = { ...tokens, ...(await signIn(others)) };
  await addCompany({ company, today, as: (username) => people(tokenOf(all, username)) });
  await addRule(people(tokenOf(tokens, admin)), pluginId);
}

/** Reminders are low-risk: the admin lets the sample plugin add them to the calendar without a review. */
async function addRule(orgAdmin: Api, pluginId: string): Promise<void> {
  await nullOn(
    orgAdmin.post('/rules', { plugin_id: pluginId, record_type: 'calendar_event', actions: ['create', 'update'] }),
    'rule.exists',
  );
}
