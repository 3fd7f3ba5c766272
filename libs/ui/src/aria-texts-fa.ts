/** React Aria's texts in Persian, by package; a spec compares the keys with those of en-US. */
type Params = Readonly<Record<string, string | number>>;
interface Format {
  readonly number: (value: unknown) => string;
  readonly select: (options: Readonly<Record<string, () => string>>, value: unknown) => string;
}
type Text = string | ((params: Params, format: Format) => string);

export const persian: Readonly<Record<string, Readonly<Record<string, Text>>>> = {
  '@react-aria/autocomplete': { collectionLabel: 'پیشنهادها' },
  '@react-aria/breadcrumbs': { breadcrumbs: 'مسیر' },
  '@react-aria/calendar': {
    previous: 'قبلی',
    next: 'بعدی',
    selectedDateDescription: ({ date }) => `تاریخ انتخاب‌شده: ${date}`,
    selectedRangeDescription: ({ dateRange }) => `بازهٔ انتخاب‌شده: ${dateRange}`,
    todayDate: ({ date }) => `امروز، ${date}`,
    todayDateSelected: ({ date }) => `امروز، ${date}، انتخاب شده`,
    dateSelected: ({ date }) => `${date}، انتخاب شده`,
    startRangeSelectionPrompt: 'برای آغاز انتخاب بازه کلیک کنید',
    finishRangeSelectionPrompt: 'برای پایان انتخاب بازه کلیک کنید',
    minimumDate: 'نخستین تاریخ ممکن',
    maximumDate: 'آخرین تاریخ ممکن',
    dateRange: ({ startDate, endDate }) => `${startDate} تا ${endDate}`,
  },
  '@react-aria/combobox': {
    focusAnnouncement: ({ optionText }) => `${optionText}`,
    countAnnouncement: ({ optionCount }, format) => `${format.number(optionCount)} گزینه`,
    selectedAnnouncement: ({ optionText }) => `${optionText}، انتخاب شد`,
    buttonLabel: 'نمایش پیشنهادها',
    listboxLabel: 'پیشنهادها',
  },
  '@react-aria/grid': {
    deselectedItem: ({ item }) => `${item} از انتخاب بیرون آمد.`,
    select: 'انتخاب',
    selectedCount: ({ count }, format) =>
      count === 0 ? 'چیزی انتخاب نشده است.' : `${format.number(count)} مورد انتخاب شده است.`,
    selectedAll: 'همه انتخاب شدند.',
    selectedItem: ({ item }) => `${item} انتخاب شد.`,
    longPressToSelect: 'برای انتخاب نگه دارید.',
  },
  '@react-aria/gridlist': {
    hasActionAnnouncement: 'ردیف کنش دارد',
    hasLinkAnnouncement: ({ link }) => `ردیف پیوند دارد: ${link}`,
  },
  '@react-aria/menu': { longPressMessage: 'برای باز کردن منو نگه دارید یا Alt و پیکان پایین را بزنید' },
  '@react-aria/overlays': { dismiss: 'بستن' },
  '@react-aria/searchfield': { 'Clear search': 'پاک کردن جست‌وجو' },
  '@react-aria/table': {
    select: 'انتخاب',
    selectAll: 'انتخاب همه',
    sortable: 'ستون مرتب‌شدنی',
    ascending: 'صعودی',
    descending: 'نزولی',
    ascendingSort: ({ columnName }) => `به ترتیب صعودی ${columnName}`,
    descendingSort: ({ columnName }) => `به ترتیب نزولی ${columnName}`,
    columnSize: ({ value }) => `${value} پیکسل`,
    resizerDescription: 'برای تغییر اندازه Enter را بزنید',
    expand: 'باز کردن',
    collapse: 'بستن',
  },
  '@react-aria/tag': { removeDescription: 'برای برداشتن برچسب Delete را بزنید.', removeButtonLabel: 'برداشتن' },
  'react-aria-components': {
    colorSwatchPicker: 'نمونهٔ رنگ‌ها',
    dropzoneLabel: 'جای انداختن فایل',
    selectPlaceholder: 'انتخاب کنید',
    tableResizer: 'تغییر اندازهٔ ستون',
  },
};
