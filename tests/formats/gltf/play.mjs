/*
 * play.mjs MODULES PROGRAM FOLDER MODEL [ANIMATION]...: a model of FOLDER becomes a .glb, three.js loads it and plays every clip,
 * and every vertex stands where PROGRAM says that its joints are. Exit 1 if one does not, if a clip is not there or lasts another
 * time, or if three.js has something to say. What vertices and bind matrices are, the other tests know.
 */
import { execFileSync } from 'child_process';
import { readFileSync } from 'fs';
import { pathToFileURL } from 'url';

const [modules, program, folder, output, ...inputs] = process.argv.slice(2);
const THREE = await import(pathToFileURL(`${modules}/three/build/three.module.js`));
const { GLTFLoader } = await import(pathToFileURL(`${modules}/three/examples/jsm/loaders/GLTFLoader.js`));
const moments = [0, 0.21, 0.5, 0.83], tolerance = 2e-3; /* of a clip; of the height: gltf.anim-error and what floats take */
let problems = 0;

function complain(...text) {
    console.log(inputs[0], ...text);
    problems++;
}

function ferry64(...args) {
    return execFileSync(program, args, { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
}

/* Node i of the file is node i of the scene. */
function poses(clip, seconds) {
    const text = ferry64('dump', ...inputs, '--to', 'glb', '--after', 'tidy', '--json', '--at', `${clip}:${seconds}`);
    return JSON.parse(text).nodes.map(node => new THREE.Matrix4().set(...node.world, 0, 0, 0, 1));
}

async function load() {
    const bytes = readFileSync(output);
    const loader = new GLTFLoader();
    loader.register(() => ({ name: 'pictures', loadTexture: () => Promise.resolve(new THREE.Texture()) })); /* node has none */
    return loader.parseAsync(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength), '');
}

/* Draws and second bindings stand below the nodes of the scene. */
function place(gltf, object, worlds) {
    for (let at = object; at; at = at.parent) {
        const number = gltf.parser.associations.get(at)?.nodes;
        if (number !== undefined && number < worlds.length) return worlds[number];
    }
    return new THREE.Matrix4();
}

/* By the formula of the format, for what morphs make of a vertex: their weights are three.js's own. */
function expected(gltf, mesh, vertex, worlds) {
    const at = THREE.Mesh.prototype.getVertexPosition.call(mesh, vertex, new THREE.Vector3());
    if (!mesh.isSkinnedMesh) return at.applyMatrix4(place(gltf, mesh, worlds));
    const sum = new THREE.Vector3(), { skinIndex, skinWeight } = mesh.geometry.attributes;
    for (let k = 0; k < 4; k++) {
        const joint = skinIndex.getComponent(vertex, k), weight = skinWeight.getComponent(vertex, k);
        const moved = at.clone().applyMatrix4(mesh.skeleton.boneInverses[joint]);
        sum.addScaledVector(moved.applyMatrix4(place(gltf, mesh.skeleton.bones[joint], worlds)), weight);
    }
    return sum;
}

function worst(gltf, meshes, worlds) {
    let off = 0, found = new THREE.Vector3();
    gltf.scene.updateMatrixWorld(true);
    for (const mesh of meshes) {
        if (mesh.matrixWorld.determinant() === 0 && mesh.userData.visibility === 'scale') continue;
        for (let vertex = 0; vertex < mesh.geometry.attributes.position.count; vertex++) {
            mesh.getVertexPosition(vertex, found).applyMatrix4(mesh.matrixWorld);
            off = Math.max(off, found.distanceTo(expected(gltf, mesh, vertex, worlds)));
        }
    }
    return off;
}

function play(gltf, meshes, clip, height) {
    const mixer = new THREE.AnimationMixer(gltf.scene), action = mixer.clipAction(clip), { duration } = clip;
    action.play();
    for (const part of moments) {
        mixer.setTime(duration * part);
        const off = worst(gltf, meshes, poses(clip.name, duration * part)) / height;
        if (!(off <= tolerance)) complain(`${clip.name} at ${part}: ${off} of the height off`);
    }
    action.stop();
    mixer.uncacheRoot(gltf.scene);
}

console.warn = console.error = (...text) => complain('three.js says', ...text);
globalThis.self = globalThis;
ferry64(...inputs, '-q', '-o', output);
const gltf = await load(), meshes = [];
gltf.scene.traverse(object => object.isMesh && meshes.push(object));
gltf.scene.updateMatrixWorld(true);
const height = new THREE.Box3().setFromObject(gltf.scene, true).getSize(new THREE.Vector3()).length();
const clips = JSON.parse(ferry64('info', ...inputs, '--json')).models[0].animations;
for (const clip of clips) {
    const own = gltf.animations.find(a => a.name === clip.name || a.name === `${clip.name}.${clip.kind}`);
    if (!own) complain(`no clip ${clip.name}`);
    else if (Math.abs(own.duration - clip.duration) > 1e-5) complain(`${clip.name} lasts ${own.duration}, not ${clip.duration}`);
    else play(gltf, meshes, own, height);
}
if (!clips.length || !meshes.length) complain('nothing was played');
process.exit(problems ? 1 : 0);
