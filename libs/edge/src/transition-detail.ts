/** The sentence of a change of state that is not possible. */
const releaseStatuses: Readonly<Record<string, string>> = {
  submitted: 'ارسال‌شده',
  in_review: 'در حال بازبینی',
  approved: 'تأییدشده',
  rejected: 'ردشده',
  published: 'منتشرشده',
  suspended: 'معلق',
  withdrawn: 'پس گرفته‌شده',
};
const rolloutStates: Readonly<Record<string, string>> = {
  running: 'در جریان',
  halted: 'متوقف',
  complete: 'کامل',
  superseded: 'جایگزین‌شده',
  ended: 'پایان‌یافته',
};

/** Names the states of a release, or those of its rollout, as the pages do. `allowed` is empty at the end. */
export function transitionDetail(
  from: string,
  to: string,
  allowed: readonly string[],
): readonly [english: string, persian: string] {
  const persian = (state: string): string => `«${releaseStatuses[state] ?? rolloutStates[state] ?? state}»`;
  // A rollout that was never started has the status of its release.
  const [subject, subjectFa] = to in rolloutStates ? ['rollout', 'انتشار تدریجی'] : ['release', 'نسخه'];
  return [
    `The ${subject} cannot change from ${from} to ${to}; allowed: ${allowed.join(', ') || 'none'}`,
    `تغییر وضعیت ${subjectFa} از ${persian(from)} به ${persian(to)} ممکن نیست؛ ` +
      `وضعیت‌های مجاز: ${allowed.map(persian).join('، ') || 'هیچ‌کدام'}`,
  ];
}
