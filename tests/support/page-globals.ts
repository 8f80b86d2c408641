/** Functions that jsdom lacks and that modules of the page call when they load. */
globalThis.matchMedia ??= (media) => ({
  media,
  matches: false,
  onchange: null,
  addEventListener: () => undefined,
  removeEventListener: () => undefined,
  addListener: () => undefined,
  removeListener: () => undefined,
  dispatchEvent: () => true,
})
globalThis.CSS ??= { escape: (text: string) => text } as typeof CSS
