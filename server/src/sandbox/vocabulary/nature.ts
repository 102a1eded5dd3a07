import { type Field, listOf } from './field.ts';

export const molecularBiology: Field = {
  name: 'molecular biology',
  interests: listOf('Molecular Biology | Genetics | Plant Science | Neuroscience | Bioinformatics'),
  templates: listOf(`{regulator} regulates {process} in {organism} | Loss of {regulator} impairs {process} in {organism}
    | {method} reveals {finding} during {process} in {organism} | {finding} and {process} in {organism} | A role for {regulator} in
    {process} and {processB} of {organism} | {regulator} links {process} to {processB} in {organism} | The {adjective} landscape of
    {process} in {organism} | {method} of {cells} during {process} | {adjective} control of {process} by {regulator} in {cells}
    | Evolution of {regulator} and {process} across populations of {organism} | {regulator} and {finding} in {cells}
    | Mapping {finding} in {organism} by {method}`),
  words: {
    regulator:
      listOf(`the histone demethylase KDM5 | auxin transport | a conserved long non-coding RNA | the Hippo pathway
      | mitochondrial calcium | the kinase mTORC1 | chromatin remodelling | N6-methyladenosine | the Notch receptor | small RNA
      interference | heat shock protein 90 | gibberellin signalling | the ubiquitin ligase Parkin | alternative splicing
      | the transcription factor MYB30 | cohesin | a bacterial quorum sensor | the circadian clock`),
    process:
      listOf(`root branching | cell migration | neuronal differentiation | DNA repair | spore germination | autophagy
      | drought tolerance | wing development | biofilm formation | synaptic pruning | meiotic recombination | iron uptake
      | wound healing | seed dormancy | innate immunity | lipid storage | flowering time | axon guidance`),
    processB: listOf(
      `oxidative stress | nitrogen starvation | ageing | cell size | viral infection | tissue growth | temperature`,
    ),
    organism:
      listOf(`_Arabidopsis thaliana_ | _Drosophila melanogaster_ | _Caenorhabditis elegans_ | zebrafish | mice | budding
      yeast | _Escherichia coli_ | rice | _Trigonella foenum-graecum_ | human organoids | _Bacillus subtilis_ | tomato
      | honey bees | _Plasmodium falciparum_ | chickpea`),
    method:
      listOf(`single-cell RNA sequencing | cryo-electron microscopy | a genome-wide CRISPR screen | ribosome profiling
      | quantitative proteomics | live imaging | long-read sequencing | chromatin conformation capture | QTL mapping`),
    finding:
      listOf(`cell-type-specific enhancers | transcriptional bursting | hidden genetic diversity | phase-separated
      condensates | metabolic rewiring | asymmetric division | structural variants | compensatory mutations | lineage memory`),
    cells:
      listOf(`neural progenitors | root hair cells | macrophages | pancreatic beta cells | T cells | muscle stem cells
      | guard cells | cardiomyocytes | retinal ganglion cells`),
    adjective: listOf(
      'epigenetic | spatial | dynamic | translational | evolutionary | post-transcriptional | mechanical',
    ),
  },
  venues:
    listOf(`Nature Communications {v} ({i}), {n} | eLife {v}, e{n} | The Plant Cell {v} ({i}), {p} | Cell Reports {v} ({i}), {n}
    | Proceedings of the National Academy of Sciences {v} ({i}), {p} | Genetics {v} ({i}), {p} | PLoS Genetics {v} ({i}), e{n}
    | Nucleic Acids Research {v} ({i}), {p} | Development {v} ({i}), {n} | BMC Genomics {v} ({i}), {p} | bioRxiv, {n}`),
};

export const climate: Field = {
  name: 'climate science',
  interests: listOf('Climate Dynamics | Oceanography | Remote Sensing | Hydrology | Glaciology'),
  templates:
    listOf(`{driver} and {response} in {region} | Observed {response} in {region} since {decade} | Attribution of {response}
    to {driver} in {region} | {method} of {response} over {region} | Future {response} in {region} under {scenario} | Sensitivity of
    {response} to {driver}: results from {method} | How {driver} can shape {response} in {region} | Constraining {response} with
    {method} | {response} and {driver} during {period} | A reconstruction of {response} in {region} during {period}
    | Uncertainty in projections of {response} under {scenario}`),
  words: {
    driver:
      listOf(`aerosol forcing | sea ice loss | land use change | the Madden–Julian oscillation | Atlantic overturning
      | volcanic eruptions | soil moisture feedbacks | El Niño | cloud feedbacks | permafrost carbon | irrigation | mesoscale
      eddies | black carbon | stratospheric water vapour | dust deposition | atmospheric rivers`),
    response: listOf(`monsoon rainfall | marine heatwaves | glacier mass balance | wildfire risk | groundwater storage
      | ocean acidification | compound flooding | snow cover | crop yields | phytoplankton blooms | coastal erosion | river
      discharge | methane emissions | summer heat extremes | storm surges | lake evaporation | tree mortality`),
    region:
      listOf(`the Sahel | the Southern Ocean | High Mountain Asia | the Mekong delta | the Arctic | southern Europe
      | the Amazon basin | the North Sea | the Iberian Peninsula | the Tibetan Plateau | East Africa | the Baltic Sea
      | Greenland | the Murray–Darling basin | the tropical Pacific | Iceland | the Indo-Gangetic Plain`),
    decade: listOf('1850 | 1900 | 1950 | 1979 | 1993 | 2000'),
    method:
      listOf(`large ensembles | satellite gravimetry | convection-permitting simulations | eddy covariance measurements
      | radiocarbon dating | machine learning emulators | coral records | Argo floats | a regional reanalysis | tree rings`),
    scenario:
      listOf(`1.5 °C and 2 °C of warming | high emissions | overshoot pathways | solar geoengineering | rapid reforestation
      | sea level commitment`),
    period: listOf(
      'the last deglaciation | the Little Ice Age | the mid-Holocene | the Last Interglacial | the satellite era',
    ),
  },
  venues:
    listOf(`Journal of Climate {v} ({i}), {p} | Geophysical Research Letters {v} ({i}), {n} | Nature Climate Change {v} ({i}), {p}
    | The Cryosphere {v} ({i}), {p} | Hydrology and Earth System Sciences {v} ({i}), {p} | Climate Dynamics {v}, {p}
    | Journal of Geophysical Research: Oceans {v} ({i}), {n} | Earth System Dynamics {v} ({i}), {p} | Climatic Change {v} ({i}), {n}
    | Environmental Research Letters {v} ({i}), {n} | AGU Fall Meeting Abstracts {v}, {n}`),
};

export const materials: Field = {
  name: 'materials chemistry',
  interests: listOf('Materials Science | Electrochemistry | Catalysis | Polymers | Photovoltaics'),
  templates:
    listOf(`{material} for {use}: the role of {factor} | {effect} in {material} by {technique} | {technique} of {material}
    with {adjective} {property} | {adjective} {property} of {material} for {use} | Tuning {property} in {material} through
    {factor} | {factor} and {property} in {material}: {study} | Understanding {effect} in {material} | {study} of {effect} in
    {material} for {use} | Scalable {technique} of {material} | Why {material} degrade: {factor} and {effect} under {condition}
    | {property} of {material} under {condition}`),
  words: {
    material:
      listOf(`perovskite thin films | solid electrolytes | metal–organic frameworks | layered oxides | MXenes | carbon
      nanotubes | block copolymers | high-entropy alloys | lithium metal anodes | graphene aerogels | quantum dots | hydrogels
      | zeolites | covalent organic frameworks | sodium-ion cathodes | bismuth vanadate photoanodes | polymer membranes
      | single-atom catalysts | silicon nanowires`),
    use: listOf(`water splitting | CO2 reduction | fast-charging batteries | tandem solar cells | gas separation | soft robotics
      | nitrogen fixation | desalination | thermoelectric conversion | drug delivery | hydrogen storage | wearable sensors`),
    factor: listOf(`grain boundaries | oxygen vacancies | interfacial strain | surface ligands | water activity | defect
      passivation | cation disorder | solvent additives | pore geometry | spin state | doping`),
    technique:
      listOf(`atomic layer deposition | operando X-ray diffraction | mechanochemical synthesis | electrospinning | flash
      sintering | solvothermal growth | additive manufacturing | roll-to-roll coating | neutron scattering`),
    effect:
      listOf(`ion migration | dendrite growth | charge recombination | phase segregation | crack propagation | self-healing
      | ferroelectric switching | exciton transport | capacity fading`),
    property: listOf(
      'conductivity | stability | selectivity | toughness | band gap | permeability | fatigue life | activity',
    ),
    adjective: listOf('enhanced | tunable | anisotropic | reversible | record | temperature-independent | balanced'),
    condition: listOf(
      'high pressure | humid air | ultraviolet light | fast cycling | elevated temperature | mechanical load',
    ),
    study: listOf(
      'a density functional theory study | an in situ study | a combined theoretical and experimental study | a review',
    ),
  },
  venues:
    listOf(`Advanced Materials {v} ({i}), {n} | Journal of the American Chemical Society {v} ({i}), {p} | ACS Nano {v} ({i}), {p}
    | Angewandte Chemie International Edition {v} ({i}), e{n} | Chemistry of Materials {v} ({i}), {p} | Acta Materialia {v}, {n}
    | Journal of Materials Chemistry A {v} ({i}), {p} | Energy & Environmental Science {v} ({i}), {p} | Nano Letters {v} ({i}), {p}
    | Journal of Power Sources {v}, {n} | Physical Chemistry Chemical Physics {v} ({i}), {p}`),
};
