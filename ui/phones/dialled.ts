const keys = '0123456789*#+ '

/** Whether a phone can dial it: it has no key for a letter. */
export function isDialled(text: string): boolean {
  return [...text].every((one) => keys.includes(one))
}
