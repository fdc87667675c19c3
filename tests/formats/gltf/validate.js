/*
 * validate.js FILE...: what the Khronos validator says of glTF files. Exit 1 if it finds an error or a warning;
 * what is worth knowing is printed with --infos. Needs node and the package gltf-validator (NODE_PATH).
 */
'use strict';
const fs = require('fs'), path = require('path'), validator = require('gltf-validator');

// Extensions that the validator does not know yet, and attributes or textures that only extras speak about.
const fine = new Set(['UNSUPPORTED_EXTENSION', 'UNUSED_OBJECT']);

const infos = process.argv.includes('--infos');
const severities = ['error', 'warning', 'info', 'hint'];

async function check(file) {
    const folder = path.dirname(file);
    const report = await validator.validateBytes(new Uint8Array(fs.readFileSync(file)), {
        maxIssues: 200,
        externalResourceFunction: uri => fs.promises.readFile(path.join(folder, decodeURIComponent(uri))).then(b => new Uint8Array(b)),
    });
    const told = report.issues.messages.filter(m => !fine.has(m.code) && (m.severity < 2 || infos));
    for (const m of told) console.log(`${file}: ${severities[m.severity]}: ${m.code}: ${m.pointer || m.offset}: ${m.message}`);
    return report.issues.numErrors + report.issues.numWarnings > 0;
}

(async () => {
    let bad = false;
    for (const file of process.argv.slice(2).filter(a => !a.startsWith('--'))) bad = await check(file) || bad;
    process.exit(bad ? 1 : 0);
})();
