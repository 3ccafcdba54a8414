import { describe, expect, test } from 'vitest';
import { receiptTypeOfExtension, receiptTypes, sniffedBytesMax, sniffReceiptType } from './receipt-type.ts';

const bytes = (...parts: (string | readonly number[])[]): Uint8Array =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))));
const utf8 = (text: string): Uint8Array => Buffer.from(text, 'utf8');

describe('files known by their magic', () => {
  test.each([
    ['image/jpeg', bytes([0xff, 0xd8, 0xff, 0xe0, 0x00, 0x10], 'JFIF\0')],
    ['image/jpeg', bytes([0xff, 0xd8, 0xff, 0xe1], '..Exif\0')],
    ['image/png', bytes([0x89], 'PNG\r\n', [0x1a, 0x0a, 0, 0, 0, 13], 'IHDR')],
    ['image/gif', bytes('GIF87a', [1, 0, 1, 0])],
    ['image/gif', bytes('GIF89a', [1, 0, 1, 0])],
    ['image/webp', bytes('RIFF', [0x24, 0, 0, 0], 'WEBPVP8 ')],
    ...['heic', 'heix', 'heif', 'mif1', 'msf1'].map(
      (brand) => ['image/heic', bytes([0, 0, 0, 24], `ftyp${brand}`, [0, 0, 0, 0], 'mif1heic')] as const,
    ),
    ['application/pdf', bytes('%PDF-1.7\n%', [0xe2, 0xe3, 0xcf, 0xd3])],
  ] as const)('%s', (type, sample) => {
    expect(sniffReceiptType(sample)).toBe(type);
  });

  test.each([
    ['nothing', bytes()],
    ['a magic that is cut short', bytes([0xff, 0xd8])],
    ['a PNG whose line ends were rewritten', bytes([0x89], 'PNG\n', [0x1a, 0x0a, 0, 0])],
    ['a RIFF file that is sound', bytes('RIFF', [0x24, 0, 0, 0], 'WAVEfmt ')],
    ['an MP4 video in the same container as HEIC', bytes([0, 0, 0, 24], 'ftypisom', [0, 0, 2, 0])],
    ['a PDF behind a byte order mark', bytes([0xef, 0xbb, 0xbf], '%PDF-1.4\n', [0xe2, 0xe3, 0xcf, 0xd3])],
    ['a PDF behind blanks', bytes('  %PDF-1.4\n', [0xe2, 0xe3, 0xcf, 0xd3])],
    ['a zip archive', bytes('PK', [3, 4, 20, 0, 0, 0])],
    ['a Windows program', bytes('MZ', [0x90, 0, 3, 0])],
    ['a Linux program', bytes([0x7f], 'ELF', [2, 1, 1, 0])],
  ])('refuses %s', (_, sample) => {
    expect(sniffReceiptType(sample)).toBeNull();
  });
});

describe('text', () => {
  test.each([
    ['a line', utf8('Transfer of 1000.00 confirmed\r\n\tthank you')],
    ['any script', utf8('Перевод выполнен. 1 000 ₽ 👍')],
    ['a byte order mark', utf8('\ufeffПеревод')],
    ['a comparison', utf8('paid if 1 < 2')],
    ['a hash in the middle', utf8('order #!15')],
  ])('may have %s', (_, sample) => {
    expect(sniffReceiptType(sample)).toBe('text/plain');
  });

  test.each([
    ['a NUL', utf8('paid\0')],
    ['an escape sequence', utf8('\u001b[31mpaid')],
    ['DEL', utf8('paid\u007f')],
    ['a C1 control', utf8('paid\u009b')],
    ['another encoding', bytes([0xcf, 0xe5, 0xf0, 0xe5], ' 1000')],
    ['half a character in the middle', bytes('paid ', [0xe2, 0x82], ' 1000')],
    ['only half a character', bytes([0xe2, 0x82])],
    ['only a byte order mark', utf8('\ufeff')],
    ['a tag first', utf8('<b>paid</b>')],
    ['a tag after blanks', utf8(' \r\n\t<?xml version="1.0"?>')],
    ['a tag after a byte order mark', utf8('\ufeff<b>')],
    ['a script anywhere', utf8('paid <ScRiPt>alert(1)</script>')],
    ['a page anywhere', utf8('paid <HTML>')],
    ['a drawing anywhere', utf8('paid <svg onload=alert(1)>')],
    ['a doctype anywhere', utf8('paid <!DOCTYPE html>')],
    ['an interpreter line', utf8('#!/bin/sh\nrm -rf /')],
  ])('must not have %s', (_, sample) => {
    expect(sniffReceiptType(sample)).toBeNull();
  });

  test('may be cut by the end of the sample at any byte of a character', () => {
    const whole = utf8('€👍'.repeat(10));
    for (let length = 3; length <= whole.length; length += 1) {
      expect(sniffReceiptType(whole.subarray(0, length))).toBe('text/plain');
    }
  });

  test('is judged by the first bytes only, however many are given', () => {
    const sample = Buffer.concat([Buffer.alloc(sniffedBytesMax, 'a'), Buffer.from('<script>')]);
    expect(sniffReceiptType(sample)).toBe('text/plain');
  });
});

test('each type has its own extension, and leads back', () => {
  for (const [type, extension] of Object.entries(receiptTypes)) expect(receiptTypeOfExtension(extension)).toBe(type);
  expect(receiptTypeOfExtension('html')).toBeNull();
  expect(receiptTypeOfExtension('constructor')).toBeNull();
});
