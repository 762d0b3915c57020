/** What a misuse throws, as far as a test looks at it. */
export function thrownBy(misuse: () => unknown): { readonly code: unknown; readonly message: string } {
  try {
    misuse()
  } catch (error) {
    if (error instanceof Error) return { code: 'code' in error ? error.code : undefined, message: error.message }
    throw error
  }
  throw new Error('Nothing was thrown')
}
