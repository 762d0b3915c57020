export function turnFunctions(schema: string): string {
  return `-- ${schema}`
}
