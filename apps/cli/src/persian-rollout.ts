/** The Persian texts of rollouts by their English source. */
export const PERSIAN_ROLLOUT: Readonly<Record<string, string>> = {
  '"{0}" is no stage: write PERCENT:HOURS, such as 10:24,50:24,100':
    '«{0}» مرحله نیست: به شکل درصد:ساعت بنویسید، مانند ‎10:24,50:24,100',
  'rolled out to {0} % of the installations until {1}': 'تا {1} به {0}٪ نصب‌ها می‌رسد',
  'the rollout is halted at {0} %: {1}': 'انتشار تدریجی در {0}٪ متوقف شده است: {1}',
  'the rollout ended at {0} %: {1}': 'انتشار تدریجی در {0}٪ پایان یافت: {1}',
};

export const PERSIAN_HELP_ROLLOUT: Readonly<Record<string, string>> = {
  'move installations by stages of PERCENT:HOURS, such as 10:24,50:24,100 (default: all at once)':
    'رساندن به نصب‌ها در مرحله‌های درصد:ساعت، مانند ‎10:24,50:24,100 (پیش‌فرض: همه یک‌جا)',
  'tighter stages than those of the publisher, such as 5:48,100':
    'مرحله‌های محتاطانه‌تر از مرحله‌های ناشر، مانند ‎5:48,100',
  'halt the rollout of a release, resume it, or move all installations at once':
    'توقف انتشار تدریجی نسخه، از سر گرفتن آن، یا رساندن نسخه به همهٔ نصب‌ها به‌صورت یک‌جا',
  'halt, resume or complete': 'halt (توقف)، resume (از سر گرفتن) یا complete (تکمیل)',
  'why it is halted; publisher and operator read it': 'دلیل توقف؛ ناشر و گردانندهٔ هاب آن را می‌خوانند',
};
