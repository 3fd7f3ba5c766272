import type { BrowserContext } from 'playwright-core';

export interface BrowserSignIn {
  /** The gateway's origin: the hub's or an instance's. */
  readonly origin: string;
  readonly username: string;
  readonly password: string;
}

/** Signs in an account of the local provider through its own page, as a person does. */
export async function signInInBrowser(context: BrowserContext, signIn: BrowserSignIn): Promise<void> {
  const page = await context.newPage();
  await page.goto(`${signIn.origin}/session/sign-in?return_to=${encodeURIComponent('/')}`);
  const account = page.locator('[name=username]').first();
  const kind = await account.evaluate((element) => String((element as { type?: unknown }).type));
  if (kind.startsWith('select')) await account.selectOption(signIn.username);
  else if (kind === 'radio') {
    const choice = page.locator(`[name=username][value="${signIn.username}"]`);
    // Accounts without access to these pages are in a closed list.
    if (!(await choice.isVisible())) await page.locator('summary').click();
    await choice.check({ force: true });
  } else await account.fill(signIn.username);
  await page.locator('[name=password]').fill(signIn.password);
  await page.locator('[name=password]').press('Enter');
  await page.waitForURL((url) => url.origin === signIn.origin);
  await page.close();
}
