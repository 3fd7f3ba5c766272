/** The Persian texts of rollouts by their English source. */
export const PERSIAN_ROLLOUT: Readonly<Record<string, string>> = {
  '"{0}" is no stage: write PERCENT:HOURS, such as 10:24,50:24,100':
    '«{0}» مرحله نیست: به شکل درصد:ساعت بنویسید، مانند ‎10:24,50:24,100',
  '"{0}" is no rule: write POINTS:CALLS:INSTALLATIONS, such as 5:50:2':
    '«{0}» قاعده نیست: به شکل واحد درصد:فراخوانی:نصب بنویسید، مانند ‎5:50:2',
  '--halt needs --stages': 'گزینهٔ --halt به --stages نیاز دارد',
  '{0} % of {1} calls failed, {2} % before': '{0}٪ از {1} فراخوانی خطا داد، پیش از این {2}٪',
  'rolled out to {0} % of the installations until {1}': 'تا {1} به {0}٪ نصب‌ها می‌رسد',
  'the rollout is halted at {0} %: {1}': 'انتشار تدریجی در {0}٪ متوقف شده است: {1}',
  'the rollout ended at {0} %: {1}': 'انتشار تدریجی در {0}٪ پایان یافت: {1}',
};

export const PERSIAN_HELP_ROLLOUT: Readonly<Record<string, string>> = {
  'move installations by stages of PERCENT:HOURS, such as 10:24,50:24,100 (default: all at once)':
    'رساندن به نصب‌ها در مرحله‌های درصد:ساعت، مانند ‎10:24,50:24,100 (پیش‌فرض: همه یک‌جا)',
  'with --stages: halt by itself at POINTS:CALLS:INSTALLATIONS, the percentage points of further failures among at least so many calls on so many installations (default: 5:50:2)':
    'همراه --stages: توقف خودکار با واحد درصد:فراخوانی:نصب؛ افزایش خطا به این واحد درصد، در دست‌کم این تعداد فراخوانی و نصب (پیش‌فرض: ‎5:50:2)',
  'with --stages: lower thresholds than those of the publisher, such as 2:20:2':
    'همراه --stages: آستانه‌های پایین‌تر از آستانه‌های ناشر، مانند ‎2:20:2',
  'tighter stages than those of the publisher, such as 5:48,100':
    'مرحله‌های محتاطانه‌تر از مرحله‌های ناشر، مانند ‎5:48,100',
  'halt the rollout of a release, resume it, or move all installations at once':
    'توقف انتشار تدریجی نسخه، از سر گرفتن آن، یا رساندن نسخه به همهٔ نصب‌ها به‌صورت یک‌جا',
  'halt, resume or complete': 'halt (توقف)، resume (از سر گرفتن) یا complete (تکمیل)',
  'why it is halted; publisher and operator read it': 'دلیل توقف؛ ناشر و گردانندهٔ هاب آن را می‌خوانند',
};
