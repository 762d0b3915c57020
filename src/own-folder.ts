/**
 * The folder of this package's code, `src` or `dist`, with a slash at its end: files beside it are found from here. What
 * `dist` has is bundled, so a file there doesn't know from its own address where it stood in `src`; this one is kept as it is.
 */
export const ownFolder = new URL('./', import.meta.url)
