const x: unknown = JSON.parse("1", (k: string, v: unknown, c: {source?: string}) => c.source); export {x}
