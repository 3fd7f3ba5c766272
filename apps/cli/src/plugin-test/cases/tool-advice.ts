/** How to correct a tool, by the status of its answer. */
import type { ToolDeclaration } from '@kushk/manifest';
import type { Text, Verdict } from '../case.js';
import { isAccepted } from '../plugin-call.js';
import { causeOf } from './causes.js';
import { failed } from './steps.js';
import type { ToolRun } from './tool-runs.js';

export function noArguments({ name }: ToolDeclaration): Verdict {
  return failed(`${name} was not called: no arguments were found that match its input_schema`, {
    en: `Write an example below input_schema of ${name} in the manifest (examples: [{…}]), or give arguments to this command: --arguments '{"${name}": {…}}', or a file with that. If you find none either, the schema contradicts itself.`,
    fa: `زیر input_schema ابزار ${name} در مانیفست نمونه‌ای بنویسید (‏examples: [{…}]‎)، یا ورودی‌ها را به همین فرمان بدهید: ‎--arguments '{"${name}": {…}}'‎ یا فایلی با همین محتوا. اگر خودتان هم ورودی مناسبی پیدا نمی‌کنید، این اسکیما با خودش تناقض دارد.`,
  });
}

/** Undefined where the general advice of the case is right. */
export function toolFix(run: ToolRun): Text | undefined {
  const { tool, answer } = run;
  switch (answer.status) {
    case 404:
    case 405:
      return unknownTool(tool.name);
    case 400:
    case 422:
      return refusedArguments(tool.name);
    case 401:
    case 403:
      return refusedCall(run);
    case 504:
      return tooSlow;
    default:
      if (isAccepted(answer)) return undefined;
      return answer.status !== null && answer.status >= 500
        ? failedTool(run)
        : (causeOf({ wants: 'accepted', answer }) ?? undefined);
  }
}

const unknownTool = (name: string): Text => ({
  en: `The plugin does not know the tool ${name} (or this installation). The name in "tools" of the manifest must be the one that your code lists (createPlugin({ tools }), in the Python template TOOLS of plugin.py), and the route is POST /service/tools/${name}. Start the plugin again after a change.`,
  fa: `افزونه ابزار ${name} (یا این نصب) را نمی‌شناسد. نامی که زیر tools مانیفست آمده باید همانی باشد که در کد فهرست شده است (createPlugin({ tools })‎، در قالب پایتون TOOLS در plugin.py) و مسیرش POST /service/tools/${name} است. بعد از هر تغییر افزونه را دوباره اجرا کنید.`,
});

const refusedArguments = (name: string): Text => ({
  en: `The plugin refuses arguments that match the input_schema of ${name}, and the assistant may send them as well. Say in the schema what the tool needs (required, pattern, minimum), or answer 200 with {"content": …} that says what is wrong with them. Other arguments for this test: --arguments, or examples in the schema.`,
  fa: `افزونه ورودی‌هایی را که با input_schema ابزار ${name} جور است نمی‌پذیرد و دستیار هم ممکن است همین‌ها را بفرستد. آنچه ابزار لازم دارد را در اسکیما بنویسید (required، pattern، minimum)، یا با 200 و {"content": …} بگویید اشکال ورودی چیست. برای ورودی دیگر در این آزمون: ‎--arguments یا examples در اسکیما.`,
});

const tooSlow: Text = {
  en: 'The tool took longer than its own deadline. Give everything that it waits for a shorter one, and answer with what you have.',
  fa: 'کار ابزار از مهلت خودش بیشتر طول کشید. برای هر چیزی که منتظرش است مهلت کوتاه‌تری بگذارید و با آنچه دارید پاسخ دهید.',
};

function refusedCall({ answer }: ToolRun): Text | undefined {
  if (answer.body.includes('auth.handle_read_only')) return writesInTool;
  return {
    en: 'The plugin refuses a correctly signed tool call. Verify it with the same secret and over the same raw bytes as an event.',
    fa: 'افزونه فراخوانی ابزار با امضای درست را رد می‌کند. آن را با همان کلید و روی همان بایت‌های خام بررسی کنید که رویداد را بررسی می‌کنید.',
  };
}

const writesInTool: Text = {
  en: 'The tool tried to write or to charge, and a tool only reads (auth.handle_read_only). Do it when an event arrives or when a person acts on your page.',
  fa: 'ابزار خواسته چیزی بنویسد یا از کیف پول بردارد، ولی ابزار فقط می‌خواند (auth.handle_read_only). این کار را وقتی انجام دهید که رویدادی می‌رسد یا کسی در صفحهٔ افزونه کاری می‌کند.',
};

/** The code of the tool failed. A refused call to the API is the usual reason, so it is named. */
function failedTool({ tool, answer, calls }: ToolRun): Text {
  if (answer.body.includes('auth.handle_read_only')) return writesInTool;
  const refused = calls.find((call) => /^[45]/.test(call.answer));
  const en = `The function of the tool ${tool.name} failed. Its error is in the plugin's output, which is shown here with --run.`;
  const fa = `تابع ابزار ${tool.name} خطا داده است. متن خطا در خروجی افزونه است که با ‎--run همین‌جا نشان داده می‌شود.`;
  if (refused === undefined) return { en, fa };
  const { method, path } = refused;
  const before = {
    en: `${en} Before that the API answered ${refused.answer} to its ${method} ${path}`,
    fa: `${fa} پیش از آن API به ${method} ${path} پاسخ ${refused.answer} داده بود`,
  };
  if (refused.answer.includes('auth.scope_missing'))
    return {
      en: `${before.en}: write this scope below scopes of the manifest, with its reason.`,
      fa: `${before.fa}: این دسترسی را با دلیلش زیر scopes مانیفست بنویسید.`,
    };
  return {
    en: `${before.en}: an organisation may be empty as the one of this test is, so handle this case and answer {"content": …}.`,
    fa: `${before.fa}: سازمان‌ها هم ممکن است مثل سازمان این آزمون خالی باشند، پس این حالت را هم در نظر بگیرید و {"content": …} برگردانید.`,
  };
}
