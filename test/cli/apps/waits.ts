// What opens the store of an application that runs waits like this for its files.
await new Promise(() => undefined)
