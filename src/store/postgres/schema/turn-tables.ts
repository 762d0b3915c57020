export function turnTables(schema: string): string {
  return `-- ${schema}`
}
