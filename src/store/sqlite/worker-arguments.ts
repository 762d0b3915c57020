/** What a worker's Node is started with: the same as this one, unless that was given its script as text. */
export function workerArguments(execArgv: readonly string[]): { readonly execArgv?: string[] } {
  return execArgv.some((argument) => argument.startsWith('--input-type')) ? { execArgv: [] } : {}
}
