/* A page for the developers: fixed moments of a deal, to look at and to photograph. Not part of the build. */
import '../look/look.css';
import { mount } from 'svelte';
import Gallery from './Gallery.svelte';

mount(Gallery, { target: document.getElementById('app')! });
