export { type Backup, type BackupStep, sqliteBackup } from './backup.ts'
export type { SqliteOptions } from './options.ts'
export { sqliteStore } from './sqlite-store.ts'
