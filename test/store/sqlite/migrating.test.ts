import { describe, expect, it } from 'vitest'
import { DatabaseSync, openToWrite } from '../../../src/store/sqlite/worker/connection.ts'
import { checkSchema, migrate, SchemaProblem } from '../../../src/store/sqlite/worker/migrate.ts'
import { fileOfTest } from './opened.ts'

const steps = ['CREATE TABLE a (x)', 'CREATE TABLE b (y); INSERT INTO b VALUES (1)', 'CREATE TABLE c (z)']

function open() {
  return openToWrite(fileOfTest(), { synchronous: 'FULL', busyTimeout: 0 })
}

function tablesOf(connection: ReturnType<typeof open>) {
  return connection
    .prepare('SELECT name FROM sqlite_schema ORDER BY name')
    .all()
    .map(({ name }) => name)
}

describe('migrating', () => {
  it('takes every step once, in order, and goes on where it was', () => {
    const connection = open()
    migrate(connection, steps.slice(0, 2))
    expect(tablesOf(connection)).toEqual(['a', 'b'])
    migrate(connection, steps)
    migrate(connection, steps)
    expect(tablesOf(connection)).toEqual(['a', 'b', 'c'])
    expect(connection.prepare('SELECT count(*) AS count FROM b').get()).toMatchObject({ count: 1 })
    connection.close()
  })

  it('leaves nothing of a step that fails, and keeps those before it', () => {
    const connection = open()
    expect(() => migrate(connection, ['CREATE TABLE a (x)', 'CREATE TABLE b (y); SELECT nonsense'])).toThrow(/nonsense/)
    expect(tablesOf(connection)).toEqual(['a'])
    migrate(connection, steps)
    expect(tablesOf(connection)).toEqual(['a', 'b', 'c'])
    connection.close()
  })

  it('leaves a file alone that a newer version has written', () => {
    const connection = open()
    migrate(connection, steps)
    expect(() => migrate(connection, steps.slice(0, 2))).toThrow(SchemaProblem)
    expect(() => checkSchema(connection, steps.slice(0, 2))).toThrow(/newer version/)
    connection.close()
  })

  it('leaves a file alone that holds something else', () => {
    const connection = open()
    connection.exec('CREATE TABLE orders (id)')
    expect(() => migrate(connection, steps)).toThrow(/another application/)
    expect(tablesOf(connection)).toEqual(['orders'])
    connection.close()
  })

  it('is asked of the application by those who only read', () => {
    const connection = open()
    expect(() => checkSchema(connection, steps)).toThrow(/nothing is kept in it yet/)
    migrate(connection, steps)
    expect(() => checkSchema(connection, steps)).not.toThrow()
    connection.close()
  })

  it('waits for nobody who holds the file', () => {
    const file = fileOfTest()
    const connection = openToWrite(file, { synchronous: 'FULL', busyTimeout: 0 })
    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE')
    expect(() => migrate(connection, steps)).toThrow(/locked/)
    other.exec('ROLLBACK')
    migrate(connection, steps)
    expect(tablesOf(connection)).toEqual(['a', 'b', 'c'])
    other.close()
    connection.close()
  })
})
