import { crc32, deflateRawSync } from "node:zlib";

const local = 0x04034b50;
const central = 0x02014b50;
const end = 0x06054b50;

const numbers = (...parts: readonly (readonly [value: number, bytes: 2 | 4])[]): Buffer =>
  Buffer.concat(
    parts.map(([value, bytes]) => {
      const buffer = Buffer.alloc(bytes);
      buffer.writeUIntLE(value, 0, bytes);
      return buffer;
    }),
  );

/** A ZIP file of texts by name (APPNOTE 6.3.9, 4.3). */
export const zipOf = (files: Readonly<Record<string, string>>): Buffer => {
  const bodies: Buffer[] = [];
  const heads: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const fileName = Buffer.from(name);
    const about = numbers(
      [20, 2],
      [0x0800, 2],
      [8, 2],
      [0, 4],
      [crc32(bytes), 4],
      [packed.length, 4],
      [bytes.length, 4],
      [fileName.length, 2],
      [0, 2],
    );
    const body = Buffer.concat([numbers([local, 4]), about, fileName, packed]);
    heads.push(
      Buffer.concat([
        numbers([central, 4], [20, 2]),
        about,
        numbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
        fileName,
      ]),
    );
    bodies.push(body);
    offset += body.length;
  }
  const index = Buffer.concat(heads);
  const count = heads.length;
  return Buffer.concat([
    ...bodies,
    index,
    numbers([end, 4], [0, 2], [0, 2], [count, 2], [count, 2], [index.length, 4], [offset, 4], [0, 2]),
  ]);
};
